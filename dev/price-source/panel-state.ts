import type { SourceId } from "../../worker/contract/quotes.ts";
import type { SourceFault } from "./source-faults.ts";

/** The response of `GET /prices`, for the panel and for tests. */
export type PanelState = {
  /** Whether a client is connected to each source, and how the source fails. */
  sources: (SourceFault & { source: SourceId; isConnected: boolean })[];
  /** Whether a client is connected to any source. */
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
