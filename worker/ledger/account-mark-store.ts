import { eq, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { accountMarks, accounts, entries, transfers } from "../../db/schema/index.ts";
import { recordsCents } from "./account-records-sql.ts";
import { IS_IN_DOLLARS, selectOddCredits } from "./ledger-store.ts";

/**
 * The SQL about the marks of the accounts: up to which entry each was checked without a fault. Functions return
 * statements; verbs put them into batches.
 */

/**
 * The newest entry that was checked without a fault. Marks are written for all accounts with new entries, or for none.
 */
const MARKED = sql`(SELECT coalesce(max(${accountMarks.entryId}), 0) FROM ${accountMarks})`;

/**
 * The statements that read what is newer than the marks, in cents: the newest entry with the sum of all new ones, and
 * the faults. A trader's account with new entries is compared with all its records, and from its mark on with its
 * entries.
 */
export function selectNewFaults(query: Query) {
  const isTouched = sql`${accounts.id} IN (SELECT ${entries.accountId} FROM ${entries} WHERE ${entries.id} > ${MARKED})`;
  const entriesCents = sql<number>`coalesce(${accountMarks.balanceCents}, 0) + (
    SELECT coalesce(sum(${entries.amountCents}), 0) FROM ${entries}
    WHERE ${entries.accountId} = ${accounts.id} AND ${entries.id} > coalesce(${accountMarks.entryId}, 0)
  )`;
  const reference = sql`SELECT ${transfers.reference} FROM ${transfers} WHERE ${transfers.kind} IN ('deposit', 'exception_credited')
    AND ${transfers.id} IN (SELECT ${entries.transferId} FROM ${entries} WHERE ${entries.id} > ${MARKED})`;
  const isCreditedSince = sql`deposits.id IN (
    SELECT substr(reference, 9) FROM (${reference}) WHERE reference LIKE 'deposit:%'
    UNION ALL SELECT payment_exceptions.deposit_id FROM (${reference}) AS matched
    JOIN payment_exceptions ON payment_exceptions.id = substr(matched.reference, 11) WHERE matched.reference LIKE 'exception:%'
  )`;
  return [
    query
      .select({
        id: sql<number>`coalesce(max(${entries.id}), 0)`,
        cents: sql<number>`coalesce(sum(${entries.amountCents}), 0)`,
      })
      .from(entries)
      .where(sql`${entries.id} > ${MARKED}`),
    query
      .select({ accountId: accounts.id, balanceCents: accounts.balanceCents, entriesCents })
      .from(accounts)
      .leftJoin(accountMarks, eq(accountMarks.accountId, accounts.id))
      .where(sql`${isTouched} AND ${accounts.balanceCents} <> ${entriesCents}`),
    query
      .select({ accountId: accounts.id, balanceCents: accounts.balanceCents, recordsCents })
      .from(accounts)
      .where(sql`${isTouched} AND ${accounts.userId} IS NOT NULL AND ${accounts.balanceCents} <> ${recordsCents}`),
    query
      .select({ id: transfers.id })
      .from(transfers)
      .innerJoin(entries, eq(entries.transferId, transfers.id))
      .where(sql`${transfers.id} IN (SELECT ${entries.transferId} FROM ${entries} WHERE ${entries.id} > ${MARKED})`)
      .groupBy(transfers.id, IS_IN_DOLLARS)
      .having(sql`sum(${entries.amountCents}) <> 0 OR count(*) < 2`),
    query
      .select({ id: accounts.id })
      .from(accounts)
      .where(sql`${isTouched} AND ${accounts.balanceCents} < ${accounts.floorCents}`),
    selectOddCredits(query, isCreditedSince),
  ] as const;
}

/**
 * The statement that moves the marks forward after a check without faults. @param lastEntryId the newest entry of that
 * check
 */
export function markUpTo(query: Query, lastEntryId: number) {
  return query.run(sql`
    INSERT INTO account_marks (account_id, entry_id, balance_cents)
    SELECT entries.account_id, max(entries.id), coalesce(account_marks.balance_cents, 0) + sum(entries.amount_cents)
    FROM entries LEFT JOIN account_marks ON account_marks.account_id = entries.account_id
    WHERE entries.id > ${MARKED} AND entries.id <= ${lastEntryId}
    GROUP BY entries.account_id
    ON CONFLICT (account_id) DO UPDATE SET entry_id = excluded.entry_id, balance_cents = excluded.balance_cents`);
}

/** The statements that rebuild the marks after a whole check without faults. */
export function rebuildMarks(query: Query, lastEntryId: number) {
  return [query.delete(accountMarks), markUpTo(query, lastEntryId)] as const;
}
