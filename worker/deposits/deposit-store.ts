import { and, asc, desc, eq, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { auditLog, deposits, providers } from "../../db/schema/index.ts";
import { audit } from "../admin/audit.ts";
import { DEPOSIT } from "../contract/limits.ts";
import { cents } from "../contract/money.ts";
import { postTransfer } from "../ledger/post-transfer.ts";
import type { DepositStatus, Payment } from "./deposit-rules.ts";
import { hasNoException } from "./payment-exceptions.ts";

/** The only SQL about deposits. Functions give statements; verbs put them into batches. */

export type DepositRow = typeof deposits.$inferSelect;

/** The caller's own deposit by its code's MD5; another person's is as if it were not there. */
export function selectOwn(query: Query, me: SQL<string>, md5Hash: string) {
  return query
    .select()
    .from(deposits)
    .where(and(eq(deposits.md5Hash, md5Hash), eq(deposits.userId, me)));
}

/** The caller's deposits, newest first. */
export function selectHistory(query: Query, me: SQL<string>, status: DepositStatus | undefined) {
  return query
    .select()
    .from(deposits)
    .where(and(eq(deposits.userId, me), status ? eq(deposits.status, status) : undefined))
    .orderBy(desc(deposits.createdAtMs))
    .limit(500);
}

/**
 * Two statements that claim the right to ask the payment network about a deposit: at most once in four seconds for
 * one deposit, five times a second in all, and not while the breaker is open. After five failures in a row the
 * breaker lets one probe pass in ten seconds.
 *
 * @param whose narrows the deposit further, e.g. to the caller's own
 * @returns the second statement's row is there exactly when the network may be asked now
 */
export function claimAsk(query: Query, deposit: SQL, nowMs: number) {
  const second = Math.floor(nowMs / 1000);
  return [
    query
      .update(deposits)
      .set({ askedAtMs: nowMs })
      .where(
        and(
          deposit,
          ne(deposits.status, "paid"),
          lte(deposits.askedAtMs, nowMs - DEPOSIT.providerAskMs),
          hasNoException,
        ),
      ),
    query
      .update(providers)
      .set({
        secondMs: second,
        callsInSecond: sql`CASE WHEN ${providers.secondMs} = ${second} THEN ${providers.callsInSecond} + 1 ELSE 1 END`,
        openUntilMs: sql`CASE WHEN ${providers.failuresInARow} >= ${BREAKER.failures} THEN ${nowMs + BREAKER.probeEveryMs} ELSE 0 END`,
      })
      .where(
        sql`changes() = 1 AND ${providers.name} = 'bakong' AND ${providers.openUntilMs} <= ${nowMs} AND (${providers.secondMs} <> ${second} OR ${providers.callsInSecond} < ${BREAKER.callsPerSecond})`,
      )
      .returning({ failuresInARow: providers.failuresInARow }),
  ] as const;
}

const BREAKER = { failures: 5, openMs: 30_000, probeEveryMs: 10_000, callsPerSecond: 5 };

/** Whether the payment network has been failing: what the user is told when a deposit could not be asked about. */
export function selectProvider(query: Query) {
  return query.select({ failuresInARow: providers.failuresInARow }).from(providers).where(eq(providers.name, "bakong"));
}

/** The statement that tells all isolates how a call went. */
export function recordProvider(query: Query, answered: "answered" | "failed", nowMs: number) {
  const failures = sql`${providers.failuresInARow} + 1`;
  return query
    .update(providers)
    .set(
      answered === "answered"
        ? { failuresInARow: 0, openUntilMs: 0 }
        : {
            failuresInARow: failures,
            openUntilMs: sql`CASE WHEN ${failures} = ${BREAKER.failures} THEN ${nowMs + BREAKER.openMs} ELSE ${providers.openUntilMs} END`,
          },
    )
    .where(eq(providers.name, "bakong"));
}

/** The statements that credit a deposit, once: money, state and the record of it. */
export function creditDeposit(query: Query, deposit: DepositRow, payment: Payment, nowMs: number) {
  const amountCents = cents(deposit.amountCents);
  return [
    ...postTransfer(
      query,
      {
        kind: "deposit",
        reference: `deposit:${deposit.id}`,
        memo: `KHQR deposit ${deposit.billNumber}`,
        actor: "system",
        entries: [
          { accountId: "house:khqr", amountCents: cents(-amountCents) },
          { accountId: `available:${deposit.userId}`, amountCents },
        ],
      },
      nowMs,
    ),
    query
      .update(deposits)
      .set({
        status: "paid",
        paidAtMs: nowMs,
        updatedAtMs: nowMs,
        settlementHash: payment.settlementHash,
        nextAskAtMs: null,
      })
      .where(eq(deposits.id, deposit.id)),
    audit(
      query,
      {
        actor: "system",
        action: "deposit.paid",
        subject: `deposit:${deposit.id}`,
        detail: { amountCents, settlementHash: payment.settlementHash, was: deposit.status },
      },
      nowMs,
    ),
  ] as const;
}

/**
 * Statements that end a pending deposit unpaid; when it is no longer pending they change nothing.
 * @param which the deposit or deposits, e.g. all that have expired
 * @returns rows of the first statement: what ended
 */
export function endUnpaid(
  query: Query,
  which: SQL,
  end: { status: "failed" | "expired" | "cancelled"; actor: SQL | string },
  nowMs: number,
) {
  const pending = and(which, eq(deposits.status, "pending"));
  const actor = typeof end.actor === "string" ? sql`${end.actor}` : end.actor;
  return [
    query.run(
      sql`INSERT INTO ${auditLog} (at_ms, actor, action, subject, detail) SELECT ${nowMs}, ${actor}, ${`deposit.${end.status}`}, 'deposit:' || ${deposits.id}, '{}' FROM ${deposits} WHERE ${pending}`,
    ),
    query
      .update(deposits)
      .set({ status: end.status, updatedAtMs: nowMs, nextAskAtMs: nowMs + 60_000 })
      .where(pending)
      .returning(),
  ] as const;
}

/** The statement that reads where a deposit stands now, after what the batch before it did or did not do. */
export function selectStatus(query: Query, depositId: string) {
  return query.select({ status: deposits.status }).from(deposits).where(eq(deposits.id, depositId));
}

/** Deposits that the sweep is to ask about now, the longest waiting first. */
export function selectDue(query: Query, nowMs: number, most: number) {
  return query
    .select()
    .from(deposits)
    .where(lte(deposits.nextAskAtMs, nowMs))
    .orderBy(asc(deposits.nextAskAtMs))
    .limit(most);
}

/** The statement that plans the sweep's next question about a deposit. */
export function planAsk(query: Query, depositId: string, nextAskAtMs: number | null) {
  return query
    .update(deposits)
    .set({ nextAskAtMs })
    .where(and(eq(deposits.id, depositId), ne(deposits.status, "paid")));
}
