import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { accounts, entries, transfers } from "../../db/schema/index.ts";
import { recordsCents } from "./account-records.ts";
import { describeFaults, type LedgerFaults } from "./ledger-faults.ts";

/** The result of a check of the whole ledger. */
export type LedgerCheck = LedgerFaults & {
  isClean: boolean;
  accounts: number;
  transfers: number;
  entries: number;
  /** The newest entry that was checked; 0 when there is none. */
  lastEntryId: number;
};

/** Recomputes all balances from the entries and from the records behind them, in one consistent read. */
export async function checkLedger({ query, read }: Database): Promise<LedgerCheck> {
  const entriesCents = sql<number>`coalesce(sum(${entries.amountCents}), 0)`;
  const lastEntryId = sql<number>`coalesce(max(${entries.id}), 0)`;
  const [[all], [transferCount], [accountCount], differing, unfounded, unbalanced, belowFloor] = await read([
    query.select({ count: sql<number>`count(*)`, cents: entriesCents, lastEntryId }).from(entries),
    query.select({ count: sql<number>`count(*)` }).from(transfers),
    query.select({ count: sql<number>`count(*)` }).from(accounts),
    query
      .select({ accountId: accounts.id, balanceCents: accounts.balanceCents, entriesCents })
      .from(accounts)
      .leftJoin(entries, eq(entries.accountId, accounts.id))
      .groupBy(accounts.id)
      .having(sql`${accounts.balanceCents} <> ${entriesCents}`),
    query
      .select({ accountId: accounts.id, balanceCents: accounts.balanceCents, recordsCents })
      .from(accounts)
      .where(sql`${accounts.balanceCents} <> ${recordsCents}`),
    query
      .select({ id: transfers.id })
      .from(transfers)
      .leftJoin(entries, eq(entries.transferId, transfers.id))
      .groupBy(transfers.id)
      .having(sql`${entriesCents} <> 0 OR count(${entries.id}) < 2`),
    query.select({ id: accounts.id }).from(accounts).where(sql`${accounts.balanceCents} < ${accounts.floorCents}`),
  ]);
  const faults = {
    totalCents: all?.cents ?? 0,
    differing,
    unfounded,
    unbalanced: unbalanced.map(({ id }) => id),
    belowFloor: belowFloor.map(({ id }) => id),
  };
  return {
    ...faults,
    isClean: describeFaults(faults).length === 0,
    accounts: accountCount?.count ?? 0,
    transfers: transferCount?.count ?? 0,
    entries: all?.count ?? 0,
    lastEntryId: all?.lastEntryId ?? 0,
  };
}
