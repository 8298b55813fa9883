import type { FeedCondition } from "../state/prices.ts";
import { formatAge } from "../ui/format.ts";

/** The state of the feed as a short text, for every screen with prices. */
export function feedWords(condition: FeedCondition): string {
  switch (condition.kind) {
    case "connecting":
      return "Connecting";
    case "live":
      return "Streaming";
    case "delayed":
      return `Delayed, ${formatAge(condition.ageMs)} old`;
    case "stale":
      return `Stale, ${formatAge(condition.ageMs)} old`;
    case "offline":
      return condition.ageMs === null ? "Offline" : `Offline, ${formatAge(condition.ageMs)} old`;
  }
}
