import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/index.ts";
import { type FileTrade, importTrades } from "../import-trades.ts";

/** A closed trade as tests write it; what is left out is a BTCUSDm buy of 0.1 lots that made nothing. */
export type TestTrade = Pick<FileTrade, "closedAtMs"> & Partial<Omit<FileTrade, "ticket">>;

/**
 * Gives a trader closed trades by an import of its own.
 * @param adminId who brings them in: another user than the trader
 * @returns the import's id
 */
export async function addTrades(
  { query, read, write }: Database,
  { userId, adminId }: { userId: string; adminId: string },
  list: readonly TestTrade[],
): Promise<string> {
  const id = crypto.randomUUID();
  const [[person]] = await read([query.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId))]);
  if (!person) throw new Error("there is no such trader");
  const trades = list.map((trade, i) => ({
    ticket: `${id}-${i}`,
    symbol: "BTCUSDm",
    direction: "Buy" as const,
    lotMicros: 100_000,
    entryPrice: 100,
    exitPrice: 101,
    stopPrice: null,
    profitCents: 0,
    openedAtMs: trade.closedAtMs - 60_000,
    ...trade,
  }));
  const head = { id, userId, adminId, timeZone: person.timeZone, fileName: "test.csv" };
  await write(importTrades(query, head, trades, Date.now()));
  return id;
}
