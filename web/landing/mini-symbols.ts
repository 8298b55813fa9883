import type { FeedSymbol } from "../../worker/contract/market-messages.ts";
import { TRADED_SYMBOLS } from "../market/traded-symbols.ts";

/** The watchlist's symbols, Bitcoin first: its market never closes, so there is always something to see. */
export const MINI_WATCHLIST = ["BTCUSDm", "XAUUSDm", "US500", "USTECm"] as const satisfies FeedSymbol[];

export type MiniSymbol = (typeof MINI_WATCHLIST)[number];

export function isMiniSymbol(value: string): value is MiniSymbol {
  return MINI_WATCHLIST.some((symbol) => symbol === value);
}

/** The symbol whose chart is drawn before anyone has chosen. */
export const FIRST_CHARTED = MINI_WATCHLIST[0];

/** What the mini ticket trades, how much of it at a press, and how many positions may stand. */
export const MINI_ORDER = { symbol: "BTCUSD", amount: 0.1, positionsMax: 2 } as const;

/** The feed's symbol that prices the mini ticket. */
export const MINI_PRICED_FROM = TRADED_SYMBOLS[MINI_ORDER.symbol].pricedFrom;
