import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { deposits } from "../../db/schema/index.ts";
import type { Settings } from "../env.ts";
import { refusedBy } from "../http/database-refusal.ts";
import { logEvent } from "../http/log.ts";
import { askBakong } from "./bakong.ts";
import { judgePayment, nextAskAt } from "./deposit-rules.ts";
import { creditDeposit, type DepositRow, endUnpaid, planAsk, recordProvider } from "./deposit-store.ts";

/** What settling needs; a request's scope has it, and so has the cron. */
export type Settler = { db: Database; settings: Settings; now: () => number };

export type Settlement = { status: DepositRow["status"]; providerDelayed: boolean };

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
  const recordCall =
    isKnown && failuresBefore === 0 ? [] : [recordProvider(query, isKnown ? "answered" : "failed", nowMs)];
  if (!isKnown) logEvent("provider_unknown", { provider: "bakong", reason: answer.reason });

  if (answer.kind === "paid") {
    const verdict = judgePayment(answer.payment, deposit, settings.BAKONG_ACCOUNT_ID);
    if (verdict === "credit") return credit(settler, deposit, answer.payment, recordCall);
    logEvent("payment_mismatch", { deposit: deposit.id, verdict });
  }

  const isOver = deposit.status === "pending" && (answer.kind === "failed" || nowMs >= deposit.expiresAtMs);
  const status = answer.kind === "failed" ? "failed" : "expired";
  const thisOne = eq(deposits.id, deposit.id);
  const ending = isOver ? endUnpaid(query, thisOne, { status, actor: "system" }, nowMs) : [];
  const endedAtMs = deposit.status === "pending" ? null : deposit.updatedAtMs;
  const isSweepDue = deposit.nextAskAtMs !== null && deposit.nextAskAtMs <= nowMs;
  const planning = !isOver && isSweepDue ? [planAsk(query, deposit.id, nextAskAt(endedAtMs, nowMs))] : [];
  const writes = [...recordCall, ...ending, ...planning];
  if (writes.length > 0) await db.write(writes);
  return { status: isOver ? status : deposit.status, providerDelayed: !isKnown };
}

async function credit(
  { db, now }: Settler,
  deposit: DepositRow,
  payment: Parameters<typeof creditDeposit>[2],
  recordCall: ReturnType<typeof recordProvider>[],
): Promise<Settlement> {
  try {
    await db.write([...creditDeposit(db.query, deposit, payment, now()), ...recordCall]);
    if (deposit.status !== "pending") logEvent("late_payment", { deposit: deposit.id, was: deposit.status });
    return { status: "paid", providerDelayed: false };
  } catch (error) {
    // Somebody else credited it first: that is the same good news.
    if (refusedBy(error, "transfers.kind") || refusedBy(error, "wrong_state")) {
      return { status: "paid", providerDelayed: false };
    }
    if (refusedBy(error, "deposits.settlement_hash")) {
      logEvent("payment_mismatch", { deposit: deposit.id, verdict: "settlement_used" });
      return { status: deposit.status, providerDelayed: false };
    }
    throw error;
  }
}
