import { computed, effect } from "@preact/signals-react";
import { useEffect } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf, setFeedOrigin } from "../state/prices.ts";
import { describeOrigin } from "./feed-text.ts";

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
