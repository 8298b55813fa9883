import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { ErrorCode } from "../../worker/contract/errors.ts";
import { ApiError } from "../state/api.ts";
import { Attempt } from "../state/attempt.ts";
import { refreshBalance, setBalance } from "../state/balance.ts";
import { showNotice } from "../state/notice.ts";
import { forEachOwner, ownerId } from "../state/owner.ts";
import { invalidate, peekQuery, setQueryValue } from "../state/query.ts";
import { check as refreshUser } from "../state/session.ts";
import { sessionStore } from "../state/storage/browser-storage.ts";
import { type Problem, problemOf } from "../state/use-submit.ts";
import { requestWithdrawal, WITHDRAWALS } from "./withdrawal-calls.ts";
import { ASK_FIELDS, type WithdrawalAsk, type WithdrawalDraft } from "./withdrawal-form-rules.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

type RequestAttempt = Attempt<WithdrawalAsk, Awaited<ReturnType<typeof requestWithdrawal>>>;

/** An attempt as it is stored, from before it is sent until its outcome is known. @property ownerId the user who made it */
export type KeptAttempt = { key: string; ownerId: string; ask: WithdrawalAsk };

/** The code of a problem that a second factor solves, which is turned on elsewhere. */
export const SECOND_FACTOR_NEEDED = "second_factor_needed" satisfies ErrorCode;
/** The code of a problem that the profile solves. */
export const HOLDER_NEEDED = "holder_needed" satisfies ErrorCode;

/**
 * The state of a withdrawal request: being written, confirmed or sent. `unanswered`: it is unknown whether the API
 * received it. The state is independent of the page, which may be left while the request is being sent.
 * @property typed what a form begins with: what the API has refused, or what stood in it when it was left to solve its problem
 */
export type RequestFlow =
  | { step: "writing"; problem: Problem | null; typed?: WithdrawalDraft }
  | { step: "confirming"; ask: WithdrawalAsk }
  | { step: "sending"; attempt: RequestAttempt; isAgain: boolean }
  | { step: "unanswered"; attempt: RequestAttempt; message: string };

const STORAGE_KEY = "withdrawal-attempt";

const flow = signal<RequestFlow>({ step: "writing", problem: null });

/** The request state of the signed-in user. */
export const requestFlow: ReadonlySignal<RequestFlow> = flow;

// If the page was closed while sending, the stored attempt is unanswered.
forEachOwner((id) => {
  const kept = id === null ? null : keptAttempt(id);
  const attempt: RequestAttempt | null = kept && Attempt.unanswered(kept.ask, kept.key);
  flow.value = attempt
    ? { step: "unanswered", attempt, message: WITHDRAWAL_TEXT.failed }
    : { step: "writing", problem: null };
});

/** Shows the request for confirmation. */
export function proposeWithdrawal(ask: WithdrawalAsk): void {
  flow.value = { step: "confirming", ask };
}

/** Returns to the form, which has kept its values, and clears the last problem. */
export function writeWithdrawal(): void {
  flow.value = { step: "writing", problem: null };
}

/** Leaves the page: an open confirmation is discarded, and so is a problem that may be solved on another screen. */
export function leaveWithdrawal(): void {
  const left = flow.peek();
  if (left.step === "confirming") writeWithdrawal();
  if (left.step !== "writing") return;
  const code = left.problem?.code;
  if (code === SECOND_FACTOR_NEEDED || code === HOLDER_NEEDED) flow.value = { ...left, problem: null };
}

/** Keeps what is typed while another screen solves a problem of it, until more is typed. */
export function keepTyped(typed: WithdrawalDraft): void {
  const left = flow.peek();
  if (left.step === "writing") flow.value = { ...left, typed };
}

/** Sends the confirmed request. @returns whether the request was accepted */
export async function confirmWithdrawal(): Promise<boolean> {
  const now = flow.peek();
  if (now.step !== "confirming") return false;
  const { ask } = now;
  const attempt: RequestAttempt = Attempt.of(null, undefined, () => ask);
  return await send(attempt, { isAgain: false });
}

/** Sends the unanswered attempt again with the same idempotency key. @returns whether the request was accepted */
export async function sendWithdrawalAgain(): Promise<boolean> {
  const now = flow.peek();
  return now.step === "unanswered" && (await send(now.attempt, { isAgain: true }));
}

/** Discards the unanswered attempt. */
export function discardWithdrawal(): void {
  forgetAttempt();
  writeWithdrawal();
}

async function send(attempt: RequestAttempt, { isAgain }: { isAgain: boolean }): Promise<boolean> {
  const { key, body: ask } = attempt;
  if (attempt.ownerId !== null) keepAttempt({ key, ownerId: attempt.ownerId, ask });
  flow.value = { step: "sending", attempt, isAgain };
  const outcome = await attempt.send(requestWithdrawal).catch((error: unknown) => ({ error }));
  if (!attempt.isUnanswered) forgetAttempt();
  // Another user signed in meanwhile: an attempt with an unknown outcome stays in the storage for its owner.
  if (ownerId() !== attempt.ownerId) return false;
  if ("error" in outcome) {
    const { error } = outcome;
    if (!attempt.isUnanswered) {
      showRefusal(ask, problemOf(error, WITHDRAWAL_TEXT.failed));
      return false;
    }
    const message = (error instanceof ApiError && error.message) || WITHDRAWAL_TEXT.failed;
    flow.value = { step: "unanswered", attempt, message };
    // The request may have been accepted: then it is in the history.
    void invalidate(WITHDRAWALS.key);
    return false;
  }
  setBalance(outcome.userBalance);
  writeWithdrawal();
  showNotice({ type: "success", title: WITHDRAWAL_TEXT.sentTitle, message: outcome.message || WITHDRAWAL_TEXT.sent });
  void invalidate(WITHDRAWALS.key);
  void refreshUser();
  return true;
}

function showRefusal(refused: WithdrawalAsk, problem: Problem): void {
  const { code, field } = problem;
  const seen = peekQuery(WITHDRAWALS).value;
  if (code === SECOND_FACTOR_NEEDED && seen) {
    setQueryValue(WITHDRAWALS, { ...seen, limits: { ...seen.limits, needsSecondFactor: true } });
  }
  flow.value = { step: "writing", problem, typed: { ...refused, amountText: refused.amount.toFixed(2) } };
  if (code === "insufficient_funds") void refreshBalance();
  // The payment methods were changed elsewhere: the reloaded user updates the form's choices.
  if (field === "paymentMethod" || field === "paymentDetails") void refreshUser();
}

/** Stores the attempt in this tab's session storage, so that a reload while sending does not lose it. */
export function keepAttempt(attempt: KeptAttempt): void {
  sessionStore.set(STORAGE_KEY, JSON.stringify(attempt));
}

/** Deletes the stored attempt. */
function forgetAttempt(): void {
  sessionStore.remove(STORAGE_KEY);
}

/** The stored attempt of this user without a known outcome, or null. */
function keptAttempt(userId: string): KeptAttempt | null {
  const value: unknown = JSON.parse(sessionStore.get(STORAGE_KEY) ?? "null");
  return isAttempt(value) && value.ownerId === userId ? value : null;
}

function isAttempt(value: unknown): value is KeptAttempt {
  return isRecord(value) && typeof value.key === "string" && typeof value.ownerId === "string" && isAsk(value.ask);
}

function isAsk(value: unknown): value is WithdrawalAsk {
  return isRecord(value) && Object.entries(ASK_FIELDS).every(([field, isOne]) => isOne(value[field]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
