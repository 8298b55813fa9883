import { HOUR_MS } from "../time.ts";

/** The limits of a trader's broker accounts, and of the files from which their trades come. */
export const BROKER = {
  accountsMax: 10,
  /** Rows of a file. */
  rowsMax: 100_000,
  /** How many rows one request uploads. */
  rowsAtOnce: 2_000,
  /** Closed trades of a trader, over all accounts. */
  tradesMax: 1_000_000,
  /** Fills of one account: all of a symbol are paired at once. */
  fillsMax: 200_000,
  /** Committed files of one account over its life. */
  importsMax: 5_000,
  /** Positions that a file may show as open. */
  openMax: 1_000,
  /** Files that wait to be committed or cancelled. */
  stagedMax: 5,
  /** Code points of an account's name. */
  nameMax: 40,
  platformMax: 40,
  /** Characters of what a step keeps of the columns of a file. */
  mappingCharactersMax: 8_000,
  ticketMax: 80,
  symbolMax: 40,
  /** Digits of a price or quantity before and after its point. */
  digitsMax: 24,
  /** Money has fewer digits before its point, so that its units are exact numbers. */
  moneyDigitsMax: 12,
  /** Reasons for which a file's lines are left out. */
  reasonsMax: 40,
  /** No trade is older than 1990-01-01. */
  tradedFromMs: 631_152_000_000,
  /** A file that nobody committed goes after this time. */
  stagedForMs: 24 * HOUR_MS,
  /** How many changed tickets a preview lists. */
  changedShownMax: 200,
} as const;

/** The largest sum of an account, in its units: from 2^53 on numbers are no longer exact. */
export const UNITS_MAX = Number.MAX_SAFE_INTEGER;

/** Coins whose own smallest part is a hundred-millionth, or that are worth so much that it counts. */
const COINS: ReadonlySet<string> = new Set([
  ...["BTC", "XBT", "ETH", "BNB", "LTC", "BCH", "SOL", "XMR", "ZEC", "DASH", "PAXG", "XAUT", "WBTC", "STETH"],
]);

/** Currencies of small value: sums of many digits, and hardly any part of one. */
const SMALL: ReadonlySet<string> = new Set([
  "IDR",
  "VND",
  "KHR",
  "LAK",
  "MMK",
  "KRW",
  "JPY",
  "IRR",
  "CLP",
  "COP",
  "UZS",
]);

/**
 * The decimals that an account of this currency keeps of its results; fixed when the account is created.
 * @param currency as the file writes it
 */
export function decimalsOfCurrency(currency: string): number {
  if (COINS.has(currency)) return 8;
  return SMALL.has(currency) ? 4 : 6;
}
