import { eq } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import { deposits } from "../../db/schema/index.ts";
import type { Settings } from "../env.ts";
import { refusedBy } from "../http/database-refusal.ts";
import { logEvent } from "../http/log.ts";
import { askBakong, type PaymentAnswer } from "./bakong.ts";
import { judgePayment, nextAskAt, type Payment } from "./deposit-rules.ts";
import { creditDeposit, type DepositRow, endUnpaid, planAsk, selectStatus } from "./deposit-store.ts";
import {
  type DepositReview,
  type ExceptionReason,
  newestReview,
  queueException,
  selectReviews,
} from "./payment-exceptions.ts";
import { accessFor, type ClaimedCall, recordCall } from "./payment-network.ts";

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
 * Asks the payment network about a deposit and writes down what follows: one call, at most one write.
 * Whoever calls has claimed the ask. Any number may run together: the database credits once.
 */
export async function settleDeposit(settler: Settler, deposit: DepositRow, claim: ClaimedCall): Promise<Settlement> {
  const { db, settings, now } = settler;
  const { query } = db;
  const answer = await askBakong(await accessFor(settings, claim), deposit.md5Hash);
  const nowMs = now();
  const isKnown = answer.kind !== "unknown";
  const recorded = isKnown && claim.failuresInARow === 0 ? [] : [recordCall(query, outcomeOf(answer), nowMs)];
  if (!isKnown) logEvent("provider_unknown", { provider: "bakong", reason: answer.reason });

  if (answer.kind === "paid" && answer.payment.settlementHash !== deposit.settlementHash) {
    const { payment } = answer;
    const verdict = judgePayment(payment, deposit, settings.BAKONG_ACCOUNT_ID);
    if (verdict === "credit") return credit(settler, deposit, payment, recorded);
    if (verdict !== "wrong_account") return review(settler, deposit, payment, verdict, recorded);
    logEvent("payment_mismatch", { deposit: deposit.id, verdict });
  }

  const isOver = deposit.status === "pending" && (answer.kind === "failed" || nowMs >= deposit.expiresAtMs);
  const end = { status: answer.kind === "failed" ? "failed" : "expired", actor: "system" } as const;
  const ending = isOver ? endUnpaid(query, eq(deposits.id, deposit.id), end, nowMs) : [];
  const isSweepDue = deposit.nextAskAtMs !== null && deposit.nextAskAtMs <= nowMs;
  const planning = !isOver && isSweepDue ? [planAsk(query, deposit, nextAskFor(deposit, { isKnown, nowMs }))] : [];
  const writes = [...recorded, ...ending, ...planning];
  if (writes.length === 0) return { status: deposit.status, providerDelayed: !isKnown, review: null };
  // Somebody else may have credited it meanwhile: what stands in the database is the answer.
  const results = await db.write([...writes, selectStatus(query, deposit.id)]);
  const [stands] = results[writes.length] as Array<{ status: DepositRow["status"] }>;
  return { status: stands?.status ?? deposit.status, providerDelayed: !isKnown, review: null };
}

function outcomeOf(answer: PaymentAnswer): "answered" | "failed" | "refused" {
  if (answer.kind !== "unknown") return "answered";
  return answer.isTokenRefused ? "refused" : "failed";
}

/** When the sweep asks next. A paid deposit is asked about once more, when nobody can pay its code a second time. */
function nextAskFor(deposit: DepositRow, { isKnown, nowMs }: { isKnown: boolean; nowMs: number }): number | null {
  if (deposit.status === "paid" && isKnown) return null;
  return nextAskAt(deposit.status === "pending" ? null : deposit.updatedAtMs, nowMs);
}

async function credit(
  settler: Settler,
  deposit: DepositRow,
  payment: Payment,
  recorded: readonly Statement[],
): Promise<Settlement> {
  const paid: Settlement = { status: "paid", providerDelayed: false, review: null };
  if (deposit.status === "paid") return review(settler, deposit, payment, "paid_twice", recorded);
  const { db, now } = settler;
  try {
    await db.write([...creditDeposit(db.query, deposit, payment, now()), ...recorded]);
    if (deposit.status !== "pending") logEvent("late_payment", { deposit: deposit.id, was: deposit.status });
    return paid;
  } catch (error) {
    // Somebody else credited it first: that is the same good news.
    if (refusedBy(error, "transfers.kind") || refusedBy(error, "wrong_state")) return paid;
    if (!refusedBy(error, "deposits.settlement_hash") && !refusedBy(error, "settlement_used")) throw error;
    return review(settler, deposit, payment, "settlement_used", recorded);
  }
}

/** Money did come: it waits for a person, and the deposit ends by its own time. */
async function review(
  { db, now }: Settler,
  deposit: DepositRow,
  payment: Payment,
  reason: ExceptionReason,
  recorded: readonly Statement[],
): Promise<Settlement> {
  logEvent("payment_mismatch", { deposit: deposit.id, verdict: reason });
  const { query } = db;
  const queued = queueException(query, deposit.id, payment, reason, now());
  const ofThis = selectReviews(query, eq(deposits.id, deposit.id));
  const [, , , reviews] = await db.write([...queued, ofThis, ...recorded]);
  return { status: deposit.status, providerDelayed: false, review: newestReview(reviews) };
}
