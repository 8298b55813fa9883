import { eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { importRows, imports, users } from "../db/schema/index.ts";
import { offsetSpans, quarterOf } from "../worker/contract/trade-calendar.ts";
import { commitTrades } from "../worker/trades/commit-trades.ts";

/** A closed trade as tests write it; what is left out is a BTCUSDm buy of 0.1 lots that made nothing. */
export type TestTrade = {
  closedAtMs: number;
  profitCents?: number;
  symbol?: string;
  direction?: "Buy" | "Sell";
  openedAtMs?: number;
  entryPrice?: number;
  exitPrice?: number;
  stopPrice?: number | null;
};

/**
 * Gives a trader closed trades by an import of its own, the way the desk's commit writes them.
 * @param adminId who brings them in: another user than the trader
 * @returns the import's id
 */
export async function addTrades(
  { query, read, write }: Database,
  { userId, adminId }: { userId: string; adminId: string },
  list: readonly TestTrade[],
): Promise<string> {
  const id = crypto.randomUUID();
  const nowMs = Date.now();
  const [[person]] = await read([query.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId))]);
  if (!person) throw new Error("there is no such trader");
  const rows = list.map((trade, i) => ({
    ...{ importId: id, rowNumber: i + 1, ticket: `${id}-${i}`, symbol: "BTCUSDm", direction: "Buy" as const },
    ...{ lotMicros: 100_000, entryPrice: 100, exitPrice: 101, stopPrice: null, profitCents: 0 },
    ...{ openedAtMs: trade.closedAtMs - 60_000, ...trade },
  }));
  const quarters = rows.map(({ closedAtMs }) => quarterOf(closedAtMs));
  const spans = offsetSpans(Math.min(...quarters), Math.max(...quarters) + 1, person.timeZone);
  const profitCents = rows.reduce((sum, row) => sum + row.profitCents, 0);
  const head = { id, userId, status: "staged" as const, fileName: "test.csv", format: "csv" as const };
  await write([
    query
      .insert(imports)
      .values({ ...head, timeZone: "UTC", rowCount: rows.length, createdBy: adminId, createdAtMs: nowMs }),
    ...chunks(rows, 500).map((part) => query.insert(importRows).values(part)),
    ...commitTrades(query, { id, userId, tradeCount: rows.length, profitCents }, { actor: adminId, spans }, nowMs),
  ]);
  return id;
}

/** A statement takes only so many values. */
function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}
