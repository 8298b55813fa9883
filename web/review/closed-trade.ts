import { signal } from "@preact/signals-react";

/** The closed trade that is being noted on the trading page. The page has this alone; the sheet comes with the first one. */

/** A part of a demo position that was just closed. */
export type ClosedTrade = {
  run: number;
  /** The number of the closing fill: the key of the trade. */
  fillId: number;
  symbol: string;
  /** The direction of the position. */
  direction: "Buy" | "Sell";
  /** As the page writes it. */
  size: string;
  resultUsd: number;
};

export const closedTrade = signal<ClosedTrade | null>(null);
