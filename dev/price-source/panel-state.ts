/** What `GET /prices` answers, for the panel and for tests. */
export type PanelState = {
  /** Whether someone listens to the trade socket. */
  isConnected: boolean;
  /** Per symbol. */
  ticksPerSecond: number;
  prices: {
    symbol: string;
    source: string;
    /** Dollars. */
    price: number;
    /** Epoch ms. */
    at: number;
    isForced: boolean;
    /** Closes of the last hour's minutes, oldest first. */
    hour: number[];
  }[];
};
