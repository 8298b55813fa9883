import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/index.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { type FileTrade, importTrades } from "../import-trades.ts";
import { addPerson } from "./test-money.ts";

/** A closed trade for tests. Default: a BTCUSDm buy of 0.1 lots without profit. */
export type TestTrade = Pick<FileTrade, "closedAtMs"> & Partial<Omit<FileTrade, "ticket">>;

/**
 * Imports closed trades for a trader.
 *
 * @param adminId the importing admin: another user than the trader
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
  const base = { id, userId, adminId, timeZone: person.timeZone, fileName: "test.csv" };
  await write(importTrades(query, base, trades, Date.now()));
  return id;
}

/** Imports a win or a loss for each of a trader's last twelve days. */
export async function addDailyTrades(db: Database, userId: string): Promise<void> {
  const adminId = crypto.randomUUID();
  await addPerson(db, adminId, "admin");
  const nowMs = Date.now();
  const trades = Array.from({ length: 12 }, (_, i) => ({
    closedAtMs: nowMs - i * DAY_MS,
    symbol: i % 2 === 0 ? "XAUUSDm" : "BTCUSDm",
    profitCents: i % 3 === 0 ? -2_50 : 10_00,
  }));
  await addTrades(db, { userId, adminId }, trades);
}
