import type { Database, Statement } from "../../db/client.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import type { Settings } from "../platform/env.ts";
import { seeIncident } from "../platform/incidents/incident-store.ts";
import { logEvent } from "../platform/log.ts";
import { askBakong, type PaymentAnswer } from "./bakong.ts";
import { networkAccess } from "./bakong-token.ts";
import { type DepositReview, newestReview } from "./deposit-review-view.ts";
import { judgePayment, nextPollAt, type Payment, type Verdict } from "./deposit-rules.ts";
import { creditDeposit, type DepositRow, endUnpaid, isDeposit, schedulePoll, selectStatus } from "./deposit-store.ts";
import { type ExceptionReason, queueException, type ReviewRow, selectReviews } from "./payment-exception-store.ts";
import { type ClaimedCall, recordCall } from "./provider-store.ts";

/** The dependencies of settling; both a request's scope and the cron provide them. */
export type Settler = { db: Database; settings: Settings; now: () => number };

/** The state of a deposit after polling the network. */
export type Settlement = {
  status: DepositRow["status"];
  /** The network has not answered; the payment can still be credited later. */
  providerDelayed: boolean;
  /** The review of a payment that does not match the deposit, with the admin's decision. */
  review: DepositReview | null;
};

/**
 * Polls the payment network about a deposit and records the result: one call, at most one write. The caller has claimed
 * the poll. Safe to run concurrently: the database credits once. A payment that does not match waits for an admin's
 * decision, and the code is polled as before.
 */
export async function settleDeposit(settler: Settler, deposit: DepositRow, claim: ClaimedCall): Promise<Settlement> {
  const polledAtMs = settler.now();
  const answer = await askBakong(await networkAccess(settler.settings, claim), deposit.md5Hash);
  const isKnown = answer.kind !== "unknown";
  const recorded: Statement[] =
    isKnown && claim.failuresInARow === 0 ? [] : [recordCall(settler.db.query, outcomeOf(answer), settler.now())];
  if (!isKnown) logEvent("provider_unknown", { provider: "bakong", reason: answer.reason });
  if (deposit.status === "paid" && (answer.kind === "unpaid" || answer.kind === "failed")) {
    logEvent("credit_not_confirmed", { alert: true, deposit: deposit.id, answer: answer.kind });
    recorded.push(incidentOf(settler, "credit_not_confirmed", deposit));
  }

  const payment = newPayment(answer, deposit);
  const verdict = payment && judgePayment(payment, deposit);
  if (payment && verdict === "credit" && deposit.status !== "paid") {
    const isCredited = await credit(settler, deposit, payment, recorded);
    if (isCredited) return { status: "paid", providerDelayed: false, review: null };
  }
  if (verdict === "wrong_account") {
    logMismatch(deposit, verdict);
    recorded.push(incidentOf(settler, "wrong_account", deposit));
  }
  const mismatch =
    payment && verdict && verdict !== "wrong_account" ? { payment, reason: reasonFor(verdict, deposit) } : null;
  return recordOutcome(settler, { deposit, polledAtMs }, answer, mismatch, recorded);
}

/** The payment, unless it is the one that the deposit was already credited for. */
function newPayment(answer: PaymentAnswer, { settlementHash }: DepositRow): Payment | null {
  return answer.kind === "paid" && answer.payment.settlementHash !== settlementHash ? answer.payment : null;
}

/** Why a payment with this verdict is not credited, or not credited again. */
function reasonFor(verdict: Exclude<Verdict, "wrong_account">, { status }: DepositRow): ExceptionReason {
  if (verdict !== "credit") return verdict;
  return status === "paid" ? "paid_twice" : "settlement_used";
}

/** The statement that opens the incident of a deposit, for the write of the settlement. */
function incidentOf({ db, now }: Settler, kind: "credit_not_confirmed" | "wrong_account", { billNumber }: DepositRow) {
  return seeIncident(db.query, { kind, about: billNumber }, now());
}

function logMismatch({ id }: DepositRow, verdict: ExceptionReason | "wrong_account"): void {
  logEvent("payment_mismatch", { alert: true, deposit: id, verdict });
}

function outcomeOf(answer: PaymentAnswer): "answered" | "failed" | "refused" {
  if (answer.kind !== "unknown") return "answered";
  return answer.isTokenRefused ? "refused" : "failed";
}

/** The guards that refuse a credit because another run, or two admins, have credited the deposit meanwhile. */
const CREDITED_MEANWHILE = ["UNIQUE transfers.kind, transfers.reference", "wrong_state", "credited_twice"] as const;

/**
 * @returns true if the deposit is credited now, by this or by a concurrent run; false when the payment was used already
 */
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
    if (CREDITED_MEANWHILE.some((guard) => refusedBy(error, guard))) return true;
    if (!refusedBy(error, "UNIQUE deposits.settlement_hash") && !refusedBy(error, "settlement_used")) throw error;
    return false;
  }
}

/** Records a result without a credit: queues a mismatched payment, then ends the deposit or schedules its next poll. */
async function recordOutcome(
  settler: Settler,
  { deposit, polledAtMs }: { deposit: DepositRow; polledAtMs: number },
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
  const queued = mismatch ? queueException(query, deposit.id, mismatch.payment, mismatch.reason, nowMs) : [];
  const writes: Statement[] = [
    ...queued,
    ...recorded,
    ...(isOver ? endUnpaid(query, isDeposit(deposit.id), end, nowMs) : []),
    ...(!isOver && isSweepDue ? [schedulePoll(query, deposit, nextPollFor(deposit, answer, polledAtMs))] : []),
  ];
  if (writes.length === 0) return { status: deposit.status, providerDelayed, review: null };

  // A concurrent run may have credited it meanwhile, so the response uses the state in the database.
  const reads = [selectStatus(query, deposit.id), selectReviews(query, isDeposit(deposit.id))] as const;
  const results = await db.write([...writes, ...reads]);
  // The dynamic list of statements hides their result types from the compiler.
  const [[current], reviews] = results.slice(-reads.length) as unknown as [Pick<DepositRow, "status">[], ReviewRow[]];
  const [queuedRows] = results as unknown as [unknown[]];
  if (mismatch && queuedRows.length > 0) logMismatch(deposit, mismatch.reason);
  return { status: current?.status ?? deposit.status, providerDelayed, review: newestReview(reviews) };
}

/** When the sweep polls next. A paid deposit is polled once more, after its code has expired. */
function nextPollFor(deposit: DepositRow, answer: PaymentAnswer, polledAtMs: number): number | null {
  if (deposit.status === "paid" && answer.kind !== "unknown") return null;
  return nextPollAt(deposit.status === "pending" ? null : deposit.updatedAtMs, polledAtMs);
}
