import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { accounts, entries, transfers } from "../../db/schema/index.ts";

export type LedgerCheck = {
  isClean: boolean;
  accounts: number;
  transfers: number;
  entries: number;
  /** The sum of all entries in cents: always 0. */
  totalCents: number;
  /** Accounts whose kept balance is not the sum of their entries, in cents. */
  differing: Array<{ accountId: string; balanceCents: number; entriesCents: number }>;
  /** Transfers whose entries do not sum to zero, or that have fewer than two. */
  unbalanced: string[];
  /** Accounts below their floor. */
  belowFloor: string[];
};

/** Recomputes everything from the entries, in one consistent reading. */
export async function checkLedger({ query, read }: Database): Promise<LedgerCheck> {
  const entriesCents = sql<number>`coalesce(sum(${entries.amountCents}), 0)`;
  const [[all], [transferCount], [accountCount], differing, unbalanced, belowFloor] = await read([
    query.select({ count: sql<number>`count(*)`, cents: entriesCents }).from(entries),
    query.select({ count: sql<number>`count(*)` }).from(transfers),
    query.select({ count: sql<number>`count(*)` }).from(accounts),
    query
      .select({ accountId: accounts.id, balanceCents: accounts.balanceCents, entriesCents })
      .from(accounts)
      .leftJoin(entries, eq(entries.accountId, accounts.id))
      .groupBy(accounts.id)
      .having(sql`${accounts.balanceCents} <> ${entriesCents}`),
    query
      .select({ id: transfers.id })
      .from(transfers)
      .leftJoin(entries, eq(entries.transferId, transfers.id))
      .groupBy(transfers.id)
      .having(sql`${entriesCents} <> 0 OR count(${entries.id}) < 2`),
    query.select({ id: accounts.id }).from(accounts).where(sql`${accounts.balanceCents} < ${accounts.floorCents}`),
  ]);
  const totalCents = all?.cents ?? 0;
  return {
    isClean: totalCents === 0 && differing.length + unbalanced.length + belowFloor.length === 0,
    accounts: accountCount?.count ?? 0,
    transfers: transferCount?.count ?? 0,
    entries: all?.count ?? 0,
    totalCents,
    differing,
    unbalanced: unbalanced.map(({ id }) => id),
    belowFloor: belowFloor.map(({ id }) => id),
  };
}
