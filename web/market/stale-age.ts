import { computed, type ReadonlySignal } from "@preact/signals-react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf, serverClock } from "../state/prices.ts";
import { formatAge } from "../ui/format.ts";
import { marketText } from "./market-text.ts";

/** The age of a symbol's price once it is stale: `14 h old`; otherwise empty. */
export function staleAge(symbol: FeedSymbol): ReadonlySignal<string> {
  return computed(() => {
    const quote = quoteOf(symbol).value;
    return quote && isStale(symbol).value ? marketText.old(formatAge(serverClock.value - quote.at)) : "";
  });
}
