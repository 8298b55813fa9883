import { opensAtMs } from "../../worker/contract/market-sessions.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { formatDay, formatHour } from "../ui/format.ts";

/** When a closed market opens, in a time zone: `Nov 22, 06:00`, or `06:00` today. */
export function opensWhen(symbol: FeedSymbol, nowMs: number, zone: string): string {
  const at = opensAtMs(symbol, nowMs);
  const hour = formatHour(at, zone);
  const day = formatDay(at, zone);
  return day === formatDay(nowMs, zone) ? hour : `${day}, ${hour}`;
}
