import { useSignals } from "@preact/signals-react/runtime";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { LiveRegion } from "../ui/live-region.tsx";
import { marketText } from "./market-text.ts";

/**
 * Announces to screen readers that a price is stale, wherever the focus is. The text is without an age, which would
 * change every second.
 */
export function StaleAnnouncement({ symbols }: { symbols: readonly FeedSymbol[] }) {
  useSignals();
  // A symbol without any price is still waiting for its first one and is not stale.
  const stale = symbols.find((symbol) => quoteOf(symbol).value !== null && isStale(symbol).value);
  return <LiveRegion>{stale ? marketText.tooOldToTrade(stale) : ""}</LiveRegion>;
}
