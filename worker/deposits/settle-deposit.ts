import { eq, type SQL, sql } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import { deposits } from "../../db/schema/index.ts";
import { type AdminAlert, alertAdmins } from "../platform/admin-alerts.ts";
import { HAS_CHANGED_ONE } from "../platform/audit.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import type { Settings } from "../platform/env.ts";
import { logEvent } from "../platform/log.ts";
import { askBakong, type PaymentAnswer } from "./bakong.ts";
import { judgePayment, nextAskAt, type Payment, type Verdict } from "./deposit-rules.ts";
import { creditDeposit, type DepositRow, endUnpaid, selectStatus } from "./deposit-store.ts";
import {
  type DepositReview,
  type ExceptionReason,
  newestReview,
  queueException,
  type ReviewRow,
  selectReviews,
} from "./payment-exceptions.ts";
import { accessFor, type ClaimedCall, recordCall } from "./payment-network.ts";
import { schedulePoll } from "./payment-poll-store.ts";

/** What settling needs; a request's scope has it, and so has the cron. */
export type Settler = { db: Database; settings: Settings; now: () => number };

export type Settlement = {
  status: DepositRow["status"];
  /** The network has not been answering; nothing is lost by it. */
  providerDelayed: boolean;
  /** Money came that does not fit the deposit, and what a person decided about it. */
  review: DepositReview | null;
};

/**
 * Asks the payment network about a deposit and writes down what follows: one call, at most one write. Whoever calls has
 * claimed the ask. Any number may run together: the database credits once. Money that does not fit waits for a person,
 * and the code is asked about as before.
 */
export async function settleDeposit(settler: Settler, deposit: DepositRow, claim: ClaimedCall): Promise<Settlement> {
  const askedAtMs = settler.now();
  const answer = await askBakong(await accessFor(settler.settings, claim), deposit.md5Hash);
  const isKnown = answer.kind !== "unknown";
  const recorded: Statement[] =
    isKnown && claim.failuresInARow === 0 ? [] : [recordCall(settler.db.query, outcomeOf(answer), settler.now())];
  if (!isKnown) logEvent("provider_unknown", { provider: "bakong", reason: answer.reason });
  if (deposit.status === "paid" && (answer.kind === "unpaid" || answer.kind === "failed")) {
    logEvent("credit_not_confirmed", { alert: true, deposit: deposit.id, answer: answer.kind });
    recorded.push(...tell(settler, { event: "credit_not_confirmed", billNumber: deposit.billNumber }, sql`TRUE`));
  }

  const payment = newPayment(answer, deposit);
  const verdict = payment && judgePayment(payment, deposit);
  if (payment && verdict === "credit" && deposit.status !== "paid") {
    const isCredited = await credit(settler, deposit, payment, recorded);
    if (isCredited) return { status: "paid", providerDelayed: false, review: null };
  }
  if (verdict === "wrong_account") {
    logMismatch(deposit, verdict);
    recorded.push(...tellMismatch(settler, deposit, { isOurs: false }, sql`TRUE`));
  }
  const mismatch =
    payment && verdict && verdict !== "wrong_account" ? { payment, reason: reasonFor(verdict, deposit) } : null;
  return recordOutcome(settler, { deposit, askedAtMs }, answer, mismatch, recorded);
}

/** What was paid, unless it is what the deposit was credited for. */
function newPayment(answer: PaymentAnswer, { settlementHash }: DepositRow): Payment | null {
  return answer.kind === "paid" && answer.payment.settlementHash !== settlementHash ? answer.payment : null;
}

/** Why a payment that was judged so is not credited, or not once more. */
function reasonFor(verdict: Exclude<Verdict, "wrong_account">, { status }: DepositRow): ExceptionReason {
  if (verdict !== "credit") return verdict;
  return status === "paid" ? "paid_twice" : "settlement_used";
}

/** The statements that mail the admins; they go into the write that the settlement makes. */
function tell({ db, settings, now }: Settler, alert: AdminAlert, condition: SQL) {
  return alertAdmins(db.query, settings.APP_ORIGIN, alert, condition, now());
}

function tellMismatch(settler: Settler, { billNumber }: DepositRow, { isOurs }: { isOurs: boolean }, condition: SQL) {
  return tell(settler, { event: "payment_mismatch", billNumber, isOurs }, condition);
}

function logMismatch({ id }: DepositRow, verdict: ExceptionReason | "wrong_account"): void {
  logEvent("payment_mismatch", { alert: true, deposit: id, verdict });
}

function outcomeOf(answer: PaymentAnswer): "answered" | "failed" | "refused" {
  if (answer.kind !== "unknown") return "answered";
  return answer.isTokenRefused ? "refused" : "failed";
}

/** @returns whether it stands credited, by this or by somebody else; not when the payment has served already */
async function credit(
  { db, now }: Settler,
  deposit: DepositRow,
  payment: Payment,
  recorded: readonly Statement[],
): Promise<boolean> {
  try {
    await db.write([...creditDeposit(db.query, deposit, payment, now()), ...recorded]);
    if (deposit.status !== "pending") logEvent("late_payment", { deposit: deposit.id, was: deposit.status });
    return true;
  } catch (error) {
    if (refusedBy(error, "UNIQUE transfers.kind, transfers.reference") || refusedBy(error, "wrong_state")) return true;
    if (!refusedBy(error, "UNIQUE deposits.settlement_hash") && !refusedBy(error, "settlement_used")) throw error;
    return false;
  }
}

/** What follows when nothing is credited: what came without fitting is queued, the deposit ends or is asked about again. */
async function recordOutcome(
  settler: Settler,
  { deposit, askedAtMs }: { deposit: DepositRow; askedAtMs: number },
  answer: PaymentAnswer,
  mismatch: { payment: Payment; reason: ExceptionReason } | null,
  recorded: readonly Statement[],
): Promise<Settlement> {
  const { db, now } = settler;
  const { query } = db;
  const nowMs = now();
  const providerDelayed = answer.kind === "unknown";
  const isOver = deposit.status === "pending" && (answer.kind === "failed" || nowMs >= deposit.expiresAtMs);
  const end = { status: answer.kind === "failed" ? "failed" : "expired", actor: "system" } as const;
  const isSweepDue = deposit.nextAskAtMs !== null && deposit.nextAskAtMs <= nowMs;
  const queued = mismatch
    ? [
        ...queueException(query, deposit.id, mismatch.payment, mismatch.reason, nowMs),
        // The record of the exception stands before it: it is written exactly when the payment is new.
        ...tellMismatch(settler, deposit, { isOurs: true }, HAS_CHANGED_ONE),
      ]
    : [];
  const writes: Statement[] = [
    ...queued,
    ...recorded,
    ...(isOver ? endUnpaid(query, eq(deposits.id, deposit.id), end, nowMs) : []),
    ...(!isOver && isSweepDue ? [schedulePoll(query, deposit, nextAskFor(deposit, answer, askedAtMs))] : []),
  ];
  if (writes.length === 0) return { status: deposit.status, providerDelayed, review: null };

  // Somebody else may have credited it meanwhile: what stands in the database is the answer.
  const reads = [selectStatus(query, deposit.id), selectReviews(query, eq(deposits.id, deposit.id))] as const;
  const results = await db.write([...writes, ...reads]);
  // The list of what is written hides from the compiler what each statement answers.
  const [[stands], reviews] = results.slice(-reads.length) as unknown as [Pick<DepositRow, "status">[], ReviewRow[]];
  const [asQueued] = results as unknown as [unknown[]];
  if (mismatch && asQueued.length > 0) logMismatch(deposit, mismatch.reason);
  return { status: stands?.status ?? deposit.status, providerDelayed, review: newestReview(reviews) };
}

/** When the sweep asks next. A paid deposit is asked about once more, when nobody can pay its code a second time. */
function nextAskFor(deposit: DepositRow, answer: PaymentAnswer, askedAtMs: number): number | null {
  if (deposit.status === "paid" && answer.kind !== "unknown") return null;
  return nextAskAt(deposit.status === "pending" ? null : deposit.updatedAtMs, askedAtMs);
}
