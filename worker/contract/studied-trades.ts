/** How many of an account's newest trades are studied together. */
export const STUDIED_MAX = 10_000;

/**
 * The trades of an account in columns, the newest first: a trade has the same place in each. Times are epoch ms, `openedAt` null where it is not known; a size
 * compares with those of its symbol alone; results are numbers of the account's currency; `r` is in multiples of the risk, null without a known stop.
 */
export type StudiedTrades = {
  timeZone: string;
  /** USD for cash and demo runs. */
  currency: string;
  /** Of its sums, which are whole numbers of the smallest part. */
  decimals: number;
  symbols: string[];
  /** Places in `symbols`. */
  symbol: number[];
  id: number[];
  openedAt: (number | null)[];
  closedAt: number[];
  isBuy: boolean[];
  size: number[];
  result: number[];
  r: (number | null)[];
  /** Setups that trades have. A trade's is that of its plan, else the one that was chosen afterwards. */
  setups: { id: string; name: string }[];
  /** Places in `setups`, null without one; empty where no trade has one. */
  setup: (number | null)[];
  /** Whether there was a plan, and whether it was broken, null where that is not known; empty of accounts whose trades cannot have one. */
  isPlanned: boolean[];
  isBroken: (boolean | null)[];
};
