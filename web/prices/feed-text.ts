import type { QuoteOrigin } from "../../worker/contract/compact-frame.ts";
import { SOURCE_NAMES } from "../../worker/contract/quotes.ts";
import type { FeedCondition, FeedOrigin } from "../state/prices.ts";
import { formatAge } from "../ui/format.ts";
import { SOCKET_WAITS } from "./socket-waits.ts";

/**
 * The state of the feed as a short text, for every screen with prices.
 * @param origin where fresh prices come from, on a screen that says so
 */
export function feedWords(condition: FeedCondition, origin: FeedOrigin | null = null): string {
  switch (condition.kind) {
    case "connecting":
      return "Connecting";
    case "live":
      return origin?.words ?? "Streaming";
    case "polled":
      return origin?.isDisputed ? origin.words : `Updated every ${formatAge(SOCKET_WAITS.pollPauseMs)}`;
    case "delayed":
      return `Delayed, ${formatAge(condition.ageMs)} old`;
    case "stale":
      return `Stale, ${formatAge(condition.ageMs)} old`;
    case "offline":
      return condition.ageMs === null ? "Offline" : `Offline, ${formatAge(condition.ageMs)} old`;
  }
}

/** Where prices come from, in words. */
export function describeOrigin(origin: QuoteOrigin): FeedOrigin {
  const disagreement = disagreementWords(origin);
  return disagreement === null
    ? { words: `Streaming from ${SOURCE_NAMES[origin.source]}`, isDisputed: false }
    : { words: disagreement, isDisputed: true };
}

/** Which sources disagree about a price; null while none does. */
export function disagreementWords({ source, agreement, disagreesWith }: QuoteOrigin): string | null {
  return agreement === "disagree" && disagreesWith !== null
    ? `${SOURCE_NAMES[source]} and ${SOURCE_NAMES[disagreesWith]} disagree`
    : null;
}
