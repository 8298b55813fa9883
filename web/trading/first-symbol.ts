import { CANDLES_PER_ANSWER } from "../../worker/contract/candles.ts";
import {
  type FeedSymbol,
  FIRST_TRADED,
  isFeedSymbol,
  TRADED_SYMBOL_LIST,
  TRADED_SYMBOLS,
  type TradedSymbol,
} from "../../worker/contract/symbols.ts";
import { storedInterval } from "../chart/stored-interval.ts";
import { chartedSymbol } from "../prices/traded-symbols.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";

/** What the trading section shows first, as far as it is known before its code has been loaded. */

export const SYMBOL_PARAMETER = "symbol";
const LAST_SYMBOL = "symbol";

/** The symbol that an address of the trading section names; null where it names none. */
export function symbolNamedIn({ pathname, search }: Pick<Location, "pathname" | "search">): FeedSymbol | null {
  const traded = chartedSymbol(pathname.split("/")[2] ?? "");
  if (traded) return TRADED_SYMBOLS[traded].pricedFrom;
  const name = new URLSearchParams(search).get(SYMBOL_PARAMETER) ?? "";
  return isFeedSymbol(name) ? name : null;
}

/** The symbol that the person chose last in this browser. */
export function lastSymbol(userId: string | null): TradedSymbol {
  const stored = userId === null ? null : localStore.get(accountKey(LAST_SYMBOL, userId));
  return TRADED_SYMBOL_LIST.find((symbol) => symbol === stored) ?? FIRST_TRADED;
}

export function keepLastSymbol(userId: string, symbol: TradedSymbol): void {
  localStore.set(accountKey(LAST_SYMBOL, userId), symbol);
}

/** The symbol of the chart at first. */
export function firstCharted(userId: string | null): FeedSymbol {
  return symbolNamedIn(location) ?? TRADED_SYMBOLS[lastSymbol(userId)].pricedFrom;
}

/** The chart's first request of the API. */
export function firstCandles(symbol: FeedSymbol): string {
  const limit = String(CANDLES_PER_ANSWER.standard);
  return `/api/market/candles?${new URLSearchParams({ symbol, interval: storedInterval(), limit })}`;
}
