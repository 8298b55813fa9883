import type { FeedSymbol } from "../../worker/contract/market-messages.ts";
import { TRADED_SYMBOLS } from "../market/traded-symbols.ts";

/** The symbols of the watchlist, Bitcoin first: its market never closes, so there are always prices. */
export const MINI_WATCHLIST = ["BTCUSDm", "XAUUSDm", "US500", "USTECm"] as const satisfies FeedSymbol[];

/** A symbol of the mini watchlist. */
export type MiniSymbol = (typeof MINI_WATCHLIST)[number];

/** Whether a text is a symbol of the mini watchlist. */
export function isMiniSymbol(value: string): value is MiniSymbol {
  return MINI_WATCHLIST.some((symbol) => symbol === value);
}

/** The symbol whose chart is shown initially. */
export const FIRST_CHARTED = MINI_WATCHLIST[0];

/** What the mini ticket trades, the amount per order, and the maximum number of open positions. */
export const MINI_ORDER = { symbol: "BTCUSD", amount: 0.1, positionsMax: 2 } as const;

/** The feed's symbol that prices the mini ticket. */
export const MINI_PRICED_FROM = TRADED_SYMBOLS[MINI_ORDER.symbol].pricedFrom;
