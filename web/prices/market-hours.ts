import { computed, type ReadonlySignal } from "@preact/signals-react";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import { sessionOf } from "../../worker/contract/market-sessions.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { serverClock } from "../state/prices.ts";
import { user } from "../state/session.ts";
import { marketText } from "./market-text.ts";
import { opensWhen } from "./opens-when.ts";

/** The minute of the server's clock, epoch ms: hours of trading begin and end with one. */
const minuteMs = computed(() => Math.floor(serverClock.value / MINUTE_MS) * MINUTE_MS);

const closures = Object.fromEntries(
  FEED_SYMBOL_LIST.map((symbol) => [symbol, computed(() => sessionOf(symbol, minuteMs.value) === "closed")]),
  // fromEntries has string keys; the list contains every symbol.
) as Record<FeedSymbol, ReadonlySignal<boolean>>;

/** Whether the market of a symbol is closed, also while prices without a market go on. */
export function isClosed(symbol: FeedSymbol): ReadonlySignal<boolean> {
  return closures[symbol];
}

/** When a closed market opens, in the trader's time zone: `Opens Nov 22, 06:00`, or `Opens 06:00` today. Reads signals. */
export function opensWords(symbol: FeedSymbol): string {
  return marketText.opens(opensWhen(symbol, minuteMs.value, user.value?.timeZone ?? DEFAULT_TIME_ZONE));
}
