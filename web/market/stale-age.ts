import { computed, type ReadonlySignal } from "@preact/signals-react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf, serverClock } from "../state/prices.ts";
import { formatAge } from "../ui/format.ts";
import { marketText } from "./market-text.ts";

/** How old a symbol's price is, in words, once it is too old to trade on: `14 h old`. Else empty. */
export function staleAge(symbol: FeedSymbol): ReadonlySignal<string> {
  return computed(() => {
    const quote = quoteOf(symbol).value;
    return quote && isStale(symbol).value ? marketText.old(formatAge(serverClock.value - quote.at)) : "";
  });
}
