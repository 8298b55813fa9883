import { and, type Column, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import { prepared } from "../../db/prepared.ts";
import { accounts, deposits, entries, sessions, transfers } from "../../db/schema/index.ts";
import { recordsCents } from "./account-records-sql.ts";
import type { AccountId } from "./transfer-store.ts";

/**
 * The SQL about the accounts of the ledger, and what is read from its entries. `transfer-store.ts` writes those.
 * Functions return statements; verbs put them into batches.
 */

/**
 * The statement that inserts the two accounts that every trader has from the start, both empty; neither may go below
 * zero. It comes after the insert of the trader.
 */
export function insertAccounts(query: Query, userId: string) {
  return query.insert(accounts).values([
    { id: `available:${userId}` satisfies AccountId, userId, kind: "available" as const, floorCents: 0 },
    { id: `held:${userId}` satisfies AccountId, userId, kind: "held" as const, floorCents: 0 },
  ]);
}

/**
 * The statement that reads the amount a trader can spend, in cents. @param userId an SQL expression; NULL gives no row
 */
export const selectAvailable = prepared((query, userId: SQL) =>
  query
    .select({ balanceCents: accounts.balanceCents })
    .from(accounts)
    .where(eq(accounts.id, sql`'available:' || ${userId}`)),
);

/** The statement that reads a session's user and the amount they can spend, in cents. @param isOwn selects the session */
export const selectAvailableOfSession = prepared((query, isOwn: SQL) =>
  query
    .select({ userId: sessions.userId, balanceCents: accounts.balanceCents })
    .from(sessions)
    .leftJoin(accounts, eq(accounts.id, sql`'available:' || ${sessions.userId}`))
    .where(isOwn),
);

/**
 * Columns that total a trader's entries, in cents, for a statement about users: what was deposited, what was paid out
 * by withdrawals, and what is held for unpaid withdrawals. Transfers between the trader's own two accounts sum to zero,
 * so the total of withdrawals is what went to the `house:payout` account.
 * @param userId the column of the trader's id
 */
export function totalsOf(userId: Column) {
  const own = ownAccounts(userId);
  const sumOf = (kind: "deposit" | "withdrawal") =>
    sql`(SELECT coalesce(sum(${entries.amountCents}), 0) FROM ${entries} JOIN ${transfers} ON ${transfers.id} = ${entries.transferId} WHERE ${own} AND ${transfers.kind} = ${kind})`;
  return {
    totalDepositsCents: sql<number>`${sumOf("deposit")}`,
    totalWithdrawalsCents: sql<number>`-${sumOf("withdrawal")}`,
    heldCents: sql<number>`(SELECT ${accounts.balanceCents} FROM ${accounts} WHERE ${accounts.id} = 'held:' || ${userId})`,
  };
}

/** The condition that entries belong to a trader's accounts. */
function ownAccounts(userId: Column | SQL): SQL {
  return sql`${entries.accountId} IN ('available:' || ${userId}, 'held:' || ${userId})`;
}

/**
 * The statement that reads a trader's deposits, and withdrawals that were paid out (negative): one row each, in cents,
 * with its time.
 * @param userId an SQL expression; NULL gives no row
 */
export const selectPayments = prepared((query, userId: SQL) =>
  query
    .select({ atMs: transfers.atMs, units: entries.amountCents })
    .from(entries)
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .where(and(ownAccounts(userId), inArray(transfers.kind, ["deposit", "withdrawal"]))),
);

/** The same rows as a query within another statement, by which others are computed; `id` is in the order of posting. */
export function paymentsSql(userId: SQL): SQL {
  return sql`SELECT ${transfers.atMs} AS at_ms, ${entries.amountCents} AS cents, ${entries.id} AS id FROM ${entries}
    JOIN ${transfers} ON ${transfers.id} = ${entries.transferId}
    WHERE ${ownAccounts(userId)} AND ${transfers.kind} IN ('deposit', 'withdrawal')`;
}

/**
 * The statement that reads the codes for which something else was credited than their deposits say, and those that several
 * payments were credited for.
 * @param isChecked narrows it to some deposits
 */
export function selectOddCredits(query: Query, isChecked: SQL = sql`TRUE`) {
  const [credits, creditedCents] = [creditsOf(sql`count(*)`), creditsOf(sql`coalesce(sum(entries.amount_cents), 0)`)];
  const paidCents = sql<number>`coalesce(deposits.paid_cents, 0)`;
  return query
    .select({ billNumber: deposits.billNumber, credits, creditedCents, paidCents })
    .from(deposits)
    .where(sql`${isChecked} AND (${creditedCents} <> ${paidCents} OR ${credits} > 1)`);
}

/**
 * An aggregate of what was credited for a code, in a statement about `deposits`. The cross join and the plus make SQLite look
 * up the code's few transfers, and not all entries of the trader.
 */
function creditsOf(aggregate: SQL): SQL<number> {
  return sql<number>`(
    SELECT ${aggregate} FROM transfers CROSS JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'deposit' AND +entries.account_id = 'available:' || deposits.user_id AND transfers.reference IN (
      SELECT 'deposit:' || deposits.id UNION ALL
      SELECT 'exception:' || payment_exceptions.id FROM payment_exceptions WHERE payment_exceptions.deposit_id = deposits.id
    ))`;
}

/**
 * The statements that read the whole ledger for a check, in cents: how many entries, transfers and accounts there are,
 * and the faults. Balances are recomputed from the entries and from the records behind them.
 */
export function selectWholeLedger(query: Query) {
  const entriesCents = sql<number>`coalesce(sum(${entries.amountCents}), 0)`;
  const lastEntryId = sql<number>`coalesce(max(${entries.id}), 0)`;
  return [
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
    selectOddCredits(query),
  ] as const;
}

/**
 * The statement that refuses its batch as `balance_differs` unless both accounts of the trader match their entries and
 * records. The ledger watch checks only accounts that changed; this finds a drift in an unchanged account before money
 * is paid out. It must come before the statements that move money, because between those and the new status the two
 * differ.
 */
export function balanceMustMatchRecords(query: Query, userId: string) {
  return mustHold(query, "balance_differs", matchesRecords(userId));
}

/**
 * The same for what the database refuses during a pause of withdrawals: the pause has an error of its own, and one after a
 * difference was reported already.
 */
export function balanceMustMatchUnlessPaused(query: Query, userId: string) {
  return mustHold(
    query,
    "balance_differs",
    sql`EXISTS (SELECT 1 FROM pauses_of_withdrawals) OR ${matchesRecords(userId)}`,
  );
}

function matchesRecords(userId: string): SQL {
  const isRight = sql`accounts.balance_cents = ${recordsCents} AND accounts.balance_cents = (
    SELECT coalesce(sum(entries.amount_cents), 0) FROM entries WHERE entries.account_id = accounts.id)`;
  return sql`(SELECT count(*) FROM accounts WHERE accounts.user_id = ${userId} AND ${isRight}) = 2`;
}
