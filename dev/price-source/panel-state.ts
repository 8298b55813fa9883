/** The response of `GET /prices`, for the panel and for tests. */
export type PanelState = {
  /** Whether a client is connected to the trade socket. */
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
    /** Closing prices of the last hour's minutes, oldest first. */
    hour: number[];
  }[];
};
