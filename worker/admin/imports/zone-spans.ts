import { type OffsetSpan, offsetSpans, quarterOf } from "../../contract/trade-calendar.ts";

/**
 * The UTC offsets of a trader's zone over all quarters in which an import's trades were closed; empty without trades.
 */
export function zoneSpans(
  { firstClosedMs, lastClosedMs }: { firstClosedMs: number | null; lastClosedMs: number | null },
  timeZone: string,
): OffsetSpan[] {
  if (firstClosedMs === null || lastClosedMs === null) return [];
  return offsetSpans(quarterOf(firstClosedMs), quarterOf(lastClosedMs) + 1, timeZone);
}
