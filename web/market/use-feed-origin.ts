import { computed, effect } from "@preact/signals-react";
import { useEffect } from "react";
import type { QuoteOrigin } from "../../worker/contract/compact-frame.ts";
import { SOURCE_NAMES } from "../../worker/contract/quotes.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { type FeedOrigin, isStale, quoteOf, setFeedOrigin } from "../state/prices.ts";

/** Lets the state of the feed name the source of a symbol's prices while the component is mounted. */
export function useFeedOrigin(symbol: FeedSymbol): void {
  useEffect(() => {
    // Most new quotes have the same origin; only another one is described again.
    const origin = computed(() => (isStale(symbol).value ? null : (quoteOf(symbol).value?.origin ?? null)));
    const stop = effect(() => setFeedOrigin(origin.value && describeOrigin(origin.value)));
    return () => {
      stop();
      setFeedOrigin(null);
    };
  }, [symbol]);
}

function describeOrigin({ source, agreement, disagreesWith }: QuoteOrigin): FeedOrigin {
  const name = SOURCE_NAMES[source];
  return agreement === "disagree" && disagreesWith !== null
    ? { words: `${name} and ${SOURCE_NAMES[disagreesWith]} disagree`, isDisputed: true }
    : { words: `Streaming from ${name}`, isDisputed: false };
}
