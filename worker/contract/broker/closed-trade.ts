import type { Decimal } from "./decimal.ts";

/**
 * What a broker's file says, for both sides. Times are of the file's clock where a file is read, and epoch ms where they are stored: `At` says
 * which. Prices, quantities and sums have all of their digits.
 */

/** A closed trade. */
export type ClosedTrade<At extends number> = {
  line: number;
  /** What names it in its account: the same file again has the same. */
  ticket: string;
  symbol: string;
  direction: "Buy" | "Sell";
  /** Lots, coins, shares or contracts, as the platform counts. */
  quantity: Decimal;
  entryPrice: Decimal;
  exitPrice: Decimal;
  stopPrice: Decimal | null;
  /** Null where the file does not say it. */
  opened: At | null;
  closed: At;
  /** In the account's currency. The result is the sum of the three; fees and swap are negative where they cost. */
  profit: Decimal;
  fees: Decimal;
  swap: Decimal;
};

/** One fill. Closed trades are made of them by `pairFills`. */
export type Fill<At extends number> = {
  line: number;
  /** What names it in its account. Equal fills of one moment differ by their number. */
  id: string;
  symbol: string;
  side: "Buy" | "Sell";
  quantity: Decimal;
  price: Decimal;
  at: At;
  /** In the account's currency, negative where it costs: a rebate is positive. */
  fee: Decimal;
  /** The value of a price of 1 of one unit, in the account's currency. */
  multiplier: Decimal;
  /** A position that the platform keeps apart within a symbol, such as the long and the short position of a hedging account. */
  position?: string;
  /** Whether the file says that it only closes: one without its opening in the file opens nothing. */
  isClosing?: boolean;
};

/** What is open at the end of a file. @property fees what its opening cost and is not in a closed trade yet */
export type OpenPosition<At extends number> = {
  symbol: string;
  direction: "Buy" | "Sell";
  quantity: Decimal;
  entryPrice: Decimal;
  opened: At | null;
  fees: Decimal;
};
