import { useSignals } from "@preact/signals-react/runtime";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { LiveRegion } from "../ui/live-region.tsx";
import { marketText } from "./market-text.ts";

/** Says aloud, on whatever part of the screen one is, that a price is too old to trade on. Once: ages count every second. */
export function StaleAnnouncement({ symbols }: { symbols: readonly FeedSymbol[] }) {
  useSignals();
  // A symbol without any price yet is still waiting for its first.
  const stale = symbols.find((symbol) => quoteOf(symbol).value !== null && isStale(symbol).value);
  return <LiveRegion>{stale ? marketText.tooOldToTrade(stale) : ""}</LiveRegion>;
}
