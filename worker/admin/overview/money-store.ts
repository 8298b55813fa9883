import { and, eq, gte, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { accounts, deposits, paymentExceptions, providers, withdrawals } from "../../../db/schema/index.ts";
import { dateOfDay, dayAt, dayOfDate, dayStartMs } from "../../contract/trade-calendar.ts";

/** The SQL of the overview's totals. Each query reads only the current month's range of a covering index. */

const HOUSE_ACCOUNTS = ["house:khqr", "house:payout", "house:trading"];

/** The start of today and of this month, epoch ms. */
export type Since = { dayMs: number; monthMs: number };

/** The start of the current day and month. @param timeZone the operation's zone */
export function sinceAt(nowMs: number, timeZone: string): Since {
  const day = dayAt(nowMs, timeZone);
  const { year, month } = dateOfDay(day);
  return { dayMs: dayStartMs(day, timeZone), monthMs: dayStartMs(dayOfDate(year, month, 1), timeZone) };
}

/** The sum that was credited for deposits this month, matched payments with it, as one row. @param callerId NULL reads nothing */
export function selectPaidDeposits(query: Query, callerId: SQL, since: Since) {
  const { paidAtMs, paidCents } = deposits;
  return query
    .select(sumsOf(paidAtMs, paidCents, since))
    .from(deposits)
    .where(and(sql`${callerId} IS NOT NULL`, gte(paidAtMs, since.monthMs)));
}

/** Those of the deposits that a matched payment was credited for this month, as one row. @param callerId NULL reads nothing */
export function selectMatchedPayments(query: Query, callerId: SQL, since: Since) {
  const { status, decidedAtMs, creditedCents } = paymentExceptions;
  return query
    .select(sumsOf(decidedAtMs, creditedCents, since))
    .from(paymentExceptions)
    .where(and(sql`${callerId} IS NOT NULL`, eq(status, "matched"), gte(decidedAtMs, since.monthMs)));
}

/** Withdrawals paid out this month, as one row. @param callerId NULL reads nothing */
export function selectPaidWithdrawals(query: Query, callerId: SQL, since: Since) {
  const { completedAtMs, amountCents } = withdrawals;
  return query
    .select(sumsOf(completedAtMs, amountCents, since))
    .from(withdrawals)
    .where(and(sql`${callerId} IS NOT NULL`, gte(completedAtMs, since.monthMs)));
}

function sumsOf(atMs: SQLiteColumn, cents: SQLiteColumn, { dayMs }: Since) {
  return {
    monthCount: sql<number>`count(*)`,
    monthCents: sql<number>`coalesce(sum(${cents}), 0)`,
    todayCount: sql<number>`count(CASE WHEN ${atMs} >= ${dayMs} THEN 1 END)`,
    todayCents: sql<number>`coalesce(sum(CASE WHEN ${atMs} >= ${dayMs} THEN ${cents} END), 0)`,
  };
}

/** The balances of the company's accounts in dollars, the later ones once they hold any. @param callerId NULL reads nothing */
export function selectHouseAccounts(query: Query, callerId: SQL) {
  const { id, kind, userId, currency, balanceCents } = accounts;
  return query
    .select({ id, kind, balanceCents })
    .from(accounts)
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        isNull(userId),
        eq(currency, "USD"),
        or(inArray(id, HOUSE_ACCOUNTS), ne(balanceCents, 0)),
      ),
    );
}

/** The money of all traders, and what they owe, a row for each kind of account that holds any. @param callerId NULL reads nothing */
export function selectClientMoney(query: Query, callerId: SQL) {
  const { kind, balanceCents } = accounts;
  return query
    .select({ kind, cents: sql<number>`sum(${balanceCents})` })
    .from(accounts)
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        // As the index has it.
        sql`${balanceCents} <> 0`,
        inArray(kind, ["available", "held", "receivable"]),
      ),
    )
    .groupBy(kind);
}

/** The sums of payments that nobody has decided about, a row for each currency. @param callerId NULL reads nothing */
export function selectUndecidedPayments(query: Query, callerId: SQL) {
  const { status, paidAmount, paidCurrency } = paymentExceptions;
  return query
    .select({ currency: paidCurrency, cents: sql<number>`sum(CAST(round(${paidAmount} * 100) AS INTEGER))` })
    .from(paymentExceptions)
    .where(and(sql`${callerId} IS NOT NULL`, eq(status, "open")))
    .groupBy(paidCurrency)
    .orderBy(paidCurrency);
}

/** The payouts that an admin has begun at the bank and not completed, as one row. @param callerId NULL reads nothing */
export function selectPayoutsBegun(query: Query, callerId: SQL) {
  const { status, paymentStartedAtMs, amountCents } = withdrawals;
  return query
    .select({ cents: sql<number>`coalesce(sum(${amountCents}), 0)` })
    .from(withdrawals)
    .where(and(sql`${callerId} IS NOT NULL`, eq(status, "approved"), isNotNull(paymentStartedAtMs)));
}

/**
 * Until when the circuit breaker blocks calls to the payment network, and when its token expires. @param callerId NULL
 * reads nothing
 */
export function selectBakongState(query: Query, callerId: SQL) {
  return query
    .select({ openUntilMs: providers.openUntilMs, tokenExpiresAtMs: providers.tokenExpiresAtMs })
    .from(providers)
    .where(and(sql`${callerId} IS NOT NULL`, eq(providers.name, "bakong")));
}
