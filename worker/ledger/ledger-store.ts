import { and, type Column, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import { prepared } from "../../db/prepared.ts";
import { accounts, deposits, entries, sessions, transfers } from "../../db/schema/index.ts";
import { recordsCents } from "./account-records-sql.ts";
import type { AccountId, Transfer } from "./transfer-store.ts";

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

/** The statement that opens the account of what a trader owes, where there is none yet. */
export function openReceivable(query: Query, userId: string) {
  return query
    .insert(accounts)
    .values({ id: `receivable:${userId}` satisfies AccountId, userId, kind: "receivable" })
    .onConflictDoNothing({ target: accounts.id });
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

/** The transfers by which a trader's deposits come, and by which they are reversed. */
const DEPOSIT_KINDS = ["deposit", "exception_credited", "deposit_reversed"] as const;
/** The transfers by which withdrawals are paid out, and by which payments come back. */
const WITHDRAWAL_KINDS = ["withdrawal", "payout_returned"] as const;
/** All transfers that are payments, not results of trading: what is collected of a receivable paid a reversed deposit back. */
const PAYMENT_KINDS = [...DEPOSIT_KINDS, ...WITHDRAWAL_KINDS, "receivable_collected"] as const;

/**
 * Columns that total a trader's entries, in cents, for a statement about users: what was deposited and not reversed, what was paid
 * out by withdrawals and not returned, what is held for unpaid withdrawals, and what the trader owes (negative). Transfers between the
 * trader's own two accounts sum to zero, so the total of withdrawals is what went to the `house:payout` account and stayed out.
 * @param userId the column of the trader's id
 */
export function totalsOf(userId: Column) {
  const own = sql`${entries.accountId} IN ('available:' || ${userId}, 'held:' || ${userId}, 'receivable:' || ${userId})`;
  const sumOf = (kinds: ReadonlyArray<Transfer["kind"]>) =>
    sql`(SELECT coalesce(sum(${entries.amountCents}), 0) FROM ${entries} JOIN ${transfers} ON ${transfers.id} = ${entries.transferId} WHERE ${own} AND ${inArray(transfers.kind, [...kinds])})`;
  return {
    totalDepositsCents: sql<number>`${sumOf(DEPOSIT_KINDS)}`,
    totalWithdrawalsCents: sql<number>`-${sumOf(WITHDRAWAL_KINDS)}`,
    receivableCents: sql<number>`coalesce((SELECT ${accounts.balanceCents} FROM ${accounts} WHERE ${accounts.id} = 'receivable:' || ${userId}), 0)`,
    heldCents: sql<number>`(SELECT ${accounts.balanceCents} FROM ${accounts} WHERE ${accounts.id} = 'held:' || ${userId})`,
  };
}

/** The condition that entries belong to the accounts of a trader's money. */
function ownAccounts(userId: Column | SQL): SQL {
  return sql`${entries.accountId} IN ('available:' || ${userId}, 'held:' || ${userId})`;
}

/**
 * The statement that reads a trader's deposits, and withdrawals that were paid out (negative), with what reversed, returned or
 * collected of them: one row each, in cents, with its time.
 * @param userId an SQL expression; NULL gives no row
 */
export const selectPayments = prepared((query, userId: SQL) =>
  query
    .select({ atMs: transfers.atMs, units: entries.amountCents })
    .from(entries)
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .where(and(ownAccounts(userId), inArray(transfers.kind, [...PAYMENT_KINDS]))),
);

/** The same rows as a query within another statement, by which others are computed; `id` is in the order of posting. */
export function paymentsSql(userId: SQL): SQL {
  return sql`SELECT ${transfers.atMs} AS at_ms, ${entries.amountCents} AS cents, ${entries.id} AS id FROM ${entries}
    JOIN ${transfers} ON ${transfers.id} = ${entries.transferId}
    WHERE ${ownAccounts(userId)} AND ${inArray(transfers.kind, [...PAYMENT_KINDS])}`;
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
    WHERE transfers.kind IN ('deposit', 'exception_credited') AND +entries.account_id = 'available:' || deposits.user_id AND transfers.reference IN (
      SELECT 'deposit:' || deposits.id UNION ALL
      SELECT 'exception:' || payment_exceptions.id FROM payment_exceptions WHERE payment_exceptions.deposit_id = deposits.id
    ))`;
}

/** Whether an entry is in dollars: each in riel has a rate (`entries_rate`). The sums of a transfer are of one currency each. */
export const IS_IN_DOLLARS = sql`${entries.rateHundredths} IS NULL`;

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
      .groupBy(transfers.id, IS_IN_DOLLARS)
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

/** As {@link balanceMustMatchRecords}, for several traders at once. */
export function balancesMustMatchRecords(query: Query, userIds: readonly string[]) {
  return mustHold(query, "balance_differs", sql`NOT ${someDiffer(userIds)}`);
}

/** As {@link balanceMustMatchUnlessPaused}, for several traders at once. */
export function balancesMustMatchUnlessPaused(query: Query, userIds: readonly string[]) {
  return mustHold(
    query,
    "balance_differs",
    sql`EXISTS (SELECT 1 FROM pauses_of_withdrawals) OR NOT ${someDiffer(userIds)}`,
  );
}

function someDiffer(userIds: readonly string[]): SQL {
  const owners = JSON.stringify([...new Set(userIds)]);
  return sql`EXISTS (SELECT 1 FROM json_each(${owners}) AS owner WHERE NOT ${matchesRecords(sql`owner.value`)})`;
}

function matchesRecords(userId: SQL | string): SQL {
  const isRight = sql`accounts.balance_cents = ${recordsCents} AND accounts.balance_cents = (
    SELECT coalesce(sum(entries.amount_cents), 0) FROM entries WHERE entries.account_id = accounts.id)`;
  return sql`(SELECT count(*) >= 2 AND min(${isRight}) FROM accounts WHERE accounts.user_id = ${userId})`;
}

/**
 * What the entries of some transfers come to, as a table for SQL: `account` (an account of the house by its id, traders' accounts by their
 * kind), `kind`, `currency`, `cents`. Traders' accounts are added up by the first part of their id (`AccountId`): to look up the account of
 * each entry takes longer than to read the entries.
 * @param when the condition of `transfers`
 */
export function sumsOfEntries(when: SQL): SQL {
  return sql`(
    SELECT CASE WHEN accounts.user_id IS NULL THEN accounts.id ELSE accounts.kind END AS account, accounts.kind, accounts.currency, moved.cents
    FROM (
      SELECT max(entries.account_id) AS example, sum(entries.amount_cents) AS cents
      FROM transfers CROSS JOIN entries ON entries.transfer_id = transfers.id
      WHERE ${when}
      GROUP BY CASE WHEN entries.account_id LIKE 'house:%' THEN entries.account_id
        ELSE substr(entries.account_id, 1, instr(entries.account_id, ':')) END
    ) AS moved JOIN accounts ON accounts.id = moved.example
  )`;
}

/**
 * The balances of now, as a table for SQL with the columns of `sumsOfEntries`. Traders' accounts are in dollars (`accounts_currency`), so that
 * an index alone has their sums. @param callerId NULL reads nothing
 */
export function sumsOfBalances(callerId: SQL): SQL {
  return sql`(
    SELECT id AS account, kind, currency, balance_cents AS cents FROM accounts WHERE ${callerId} IS NOT NULL AND user_id IS NULL
    UNION ALL
    SELECT kind, kind, 'USD', sum(balance_cents) FROM accounts
    WHERE ${callerId} IS NOT NULL AND kind IN ('available', 'held', 'receivable') AND balance_cents <> 0 GROUP BY kind
  )`;
}
