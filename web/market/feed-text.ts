import type { FeedCondition, FeedOrigin } from "../state/prices.ts";
import { formatAge } from "../ui/format.ts";

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
    case "delayed":
      return `Delayed, ${formatAge(condition.ageMs)} old`;
    case "stale":
      return `Stale, ${formatAge(condition.ageMs)} old`;
    case "offline":
      return condition.ageMs === null ? "Offline" : `Offline, ${formatAge(condition.ageMs)} old`;
  }
}
