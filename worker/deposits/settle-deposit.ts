import { eq } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import { deposits } from "../../db/schema/index.ts";
import type { Settings } from "../env.ts";
import { refusedBy } from "../http/database-refusal.ts";
import { logEvent } from "../http/log.ts";
import { askBakong } from "./bakong.ts";
import { judgePayment, nextAskAt, type Payment } from "./deposit-rules.ts";
import { creditDeposit, type DepositRow, endUnpaid, planAsk, selectStatus } from "./deposit-store.ts";
import { type ExceptionReason, queueException } from "./payment-exceptions.ts";
import { recordCall } from "./payment-network.ts";

/** What settling needs; a request's scope has it, and so has the cron. */
export type Settler = { db: Database; settings: Settings; now: () => number };

export type Settlement = {
  status: DepositRow["status"];
  /** The network has not been answering; nothing is lost by it. */
  providerDelayed: boolean;
  /** Money came that does not fit the deposit; a person looks at it. */
  underReview: boolean;
};

/**
 * Asks the payment network about a deposit and writes down what follows: one call, at most one write.
 * Whoever calls has claimed the ask. Any number may run together: the database credits once.
 * @param failuresBefore the provider's failures in a row, from the claim: an answer after failures closes the breaker
 */
export async function settleDeposit(
  settler: Settler,
  deposit: DepositRow,
  failuresBefore: number,
): Promise<Settlement> {
  const { db, settings, now } = settler;
  const { query } = db;
  const answer = await askBakong(settings, deposit.md5Hash);
  const nowMs = now();
  const isKnown = answer.kind !== "unknown";
  const recorded = isKnown && failuresBefore === 0 ? [] : [recordCall(query, isKnown ? "answered" : "failed", nowMs)];
  if (!isKnown) logEvent("provider_unknown", { provider: "bakong", reason: answer.reason });

  if (answer.kind === "paid") {
    const { payment } = answer;
    const verdict = judgePayment(payment, deposit, settings.BAKONG_ACCOUNT_ID);
    if (verdict === "credit") return credit(settler, deposit, payment, recorded);
    if (verdict !== "wrong_account") return review(settler, deposit, payment, verdict, recorded);
    logEvent("payment_mismatch", { deposit: deposit.id, verdict });
  }

  const isOver = deposit.status === "pending" && (answer.kind === "failed" || nowMs >= deposit.expiresAtMs);
  const end = { status: answer.kind === "failed" ? "failed" : "expired", actor: "system" } as const;
  const ending = isOver ? endUnpaid(query, eq(deposits.id, deposit.id), end, nowMs) : [];
  const endedAtMs = deposit.status === "pending" ? null : deposit.updatedAtMs;
  const isSweepDue = deposit.nextAskAtMs !== null && deposit.nextAskAtMs <= nowMs;
  const planning = !isOver && isSweepDue ? [planAsk(query, deposit.id, nextAskAt(endedAtMs, nowMs))] : [];
  const writes = [...recorded, ...ending, ...planning];
  if (writes.length === 0) return { status: deposit.status, providerDelayed: !isKnown, underReview: false };
  // Somebody else may have credited it meanwhile: what stands in the database is the answer.
  const results = await db.write([...writes, selectStatus(query, deposit.id)]);
  const [stands] = results[writes.length] as Array<{ status: DepositRow["status"] }>;
  return { status: stands?.status ?? deposit.status, providerDelayed: !isKnown, underReview: false };
}

async function credit(
  settler: Settler,
  deposit: DepositRow,
  payment: Payment,
  recorded: readonly Statement[],
): Promise<Settlement> {
  const paid: Settlement = { status: "paid", providerDelayed: false, underReview: false };
  const { db, now } = settler;
  try {
    await db.write([...creditDeposit(db.query, deposit, payment, now()), ...recorded]);
    if (deposit.status !== "pending") logEvent("late_payment", { deposit: deposit.id, was: deposit.status });
    return paid;
  } catch (error) {
    // Somebody else credited it first: that is the same good news.
    if (refusedBy(error, "transfers.kind") || refusedBy(error, "wrong_state")) return paid;
    if (!refusedBy(error, "deposits.settlement_hash")) throw error;
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
  await db.write([...queueException(db.query, deposit.id, payment, reason, now()), ...recorded]);
  return { status: deposit.status, providerDelayed: false, underReview: true };
}
