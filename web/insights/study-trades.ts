import type { StudiedTrades } from "../../worker/contract/studied-trades.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { offsetQuartersAt, QUARTER_MS } from "../../worker/contract/zone-offset.ts";
import { type Findings, findDifferences } from "./findings/find-differences.ts";
import type { LocalTime, StudiedTrade, ToLocalTime } from "./findings/studied-trade.ts";

/** Looks for findings in an account's trades, on the clock of the account. */
export function studyTrades(columns: StudiedTrades): Findings {
  return findDifferences(tradesOf(columns), localTimes(columns.timeZone));
}

/** The trades of an account, the newest first. */
export function tradesOf(columns: StudiedTrades): StudiedTrade[] {
  return columns.id.map(
    (id, at): StudiedTrade => ({
      id,
      openedAtMs: columns.openedAt[at] ?? null,
      closedAtMs: columns.closedAt[at] ?? 0,
      symbol: columns.symbols[columns.symbol[at] ?? 0] ?? "",
      direction: columns.isBuy[at] ? "Buy" : "Sell",
      quantity: columns.size[at] ?? 0,
      result: columns.result[at] ?? 0,
      r: columns.r[at] ?? null,
      setup: columns.setups[columns.setup[at] ?? -1]?.name ?? null,
      isPlanned: columns.isPlanned[at] ?? null,
      isBroken: columns.isBroken[at] ?? null,
    }),
  );
}

/** The local time of moments in a zone. The offset is asked once for each quarter of an hour: no zone changes within one. */
export function localTimes(timeZone: string): ToLocalTime {
  const offsets = new Map<number, number>();
  function offsetAt(atMs: number): number {
    const quarter = Math.floor(atMs / QUARTER_MS);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const offset = offsetQuartersAt(quarter * QUARTER_MS, timeZone) * QUARTER_MS;
    offsets.set(quarter, offset);
    return offset;
  }
  return (atMs): LocalTime => {
    const wallMs = atMs + offsetAt(atMs);
    const day = Math.floor(wallMs / (24 * 60 * MINUTE_MS));
    return { day, minute: Math.floor(wallMs / MINUTE_MS) - day * 24 * 60, weekday: (((day + 4) % 7) + 7) % 7 };
  };
}
