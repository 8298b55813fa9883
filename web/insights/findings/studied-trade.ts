/** A closed trade as the questions of the catalogue see it. Sums are in units of the trade's account. */
export type StudiedTrade = {
  id: number;
  /** Epoch ms; null where it is not known. */
  openedAtMs: number | null;
  closedAtMs: number;
  symbol: string;
  direction: "Buy" | "Sell";
  quantity: number;
  result: number;
  /** The result in multiples of what the stop risked; null without a stop. */
  r: number | null;
  /** The name of its setup; null without one. */
  setup: string | null;
  /** Null where an account's trades cannot have a plan. */
  isPlanned: boolean | null;
  /** Null without a plan, and where what was done to it is not known. */
  isBroken: boolean | null;
};

/** The moments of trades on the clock of their account: minute of the day, day of the week from 0 for Sunday, and number of the day. */
export type LocalTime = { minute: number; weekday: number; day: number };
export type ToLocalTime = (atMs: number) => LocalTime;
