import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { ApiError, isOutcomeUnknown } from "../state/api.ts";
import { refreshBalance, setBalance } from "../state/balance.ts";
import { sessionStore } from "../state/browser-storage.ts";
import { showNotice } from "../state/notice.ts";
import { invalidate } from "../state/query.ts";
import { check as refreshUser, user } from "../state/session.ts";
import { requestWithdrawal, WITHDRAWALS } from "./withdrawal-calls.ts";
import { ASK_FIELDS, type WithdrawalAsk } from "./withdrawal-form-rules.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** An attempt to request a withdrawal, stored from before it is sent until its outcome is known. */
export type Attempt = {
  /** Sent as Idempotency-Key, so that sending it again is safe. */
  key: string;
  /** The user who made it. */
  ownerId: string;
  ask: WithdrawalAsk;
};

/** Why the API refused. `field` is the API's name of the invalid input. */
export type RequestProblem = { message: string; field: string | undefined };

/**
 * The state of a withdrawal request: being written, confirmed or sent. `unanswered`: it is unknown whether the API
 * received it. The state is independent of the page, which may be left while the request is being sent.
 * @property refused what the API has refused, for a form that begins after it
 */
export type RequestFlow =
  | { step: "writing"; problem: RequestProblem | null; refused?: WithdrawalAsk }
  | { step: "confirming"; ask: WithdrawalAsk }
  | { step: "sending"; attempt: Attempt; isAgain: boolean }
  | { step: "unanswered"; attempt: Attempt; message: string };

const state = signal<{ ownerId: string | undefined; flow: RequestFlow }>({
  ownerId: undefined,
  flow: { step: "writing", problem: null },
});

/** The request state of the signed-in user. */
export const requestFlow: ReadonlySignal<RequestFlow> = computed(() => {
  const ownerId = user.value?._id;
  return state.value.ownerId === ownerId ? state.value.flow : initialFlow(ownerId);
});

/** If the page was closed while sending, the stored attempt is unanswered. */
function initialFlow(ownerId: string | undefined): RequestFlow {
  const attempt = ownerId === undefined ? null : keptAttempt(ownerId);
  return attempt
    ? { step: "unanswered", attempt, message: WITHDRAWAL_TEXT.failed }
    : { step: "writing", problem: null };
}

function setFlow(flow: RequestFlow): void {
  state.value = { ownerId: user.peek()?._id, flow };
}

/** Shows the request for confirmation. */
export function proposeWithdrawal(ask: WithdrawalAsk): void {
  setFlow({ step: "confirming", ask });
}

/** Returns to the form, which has kept its values, and clears the last problem. */
export function writeWithdrawal(): void {
  setFlow({ step: "writing", problem: null });
}

/** Sends the confirmed request. @returns whether the request was accepted */
export async function confirmWithdrawal(): Promise<boolean> {
  const flow = requestFlow.peek();
  const ownerId = user.peek()?._id;
  if (flow.step !== "confirming" || ownerId === undefined) return false;
  return await send({ key: crypto.randomUUID(), ownerId, ask: flow.ask }, { isAgain: false });
}

/** Sends the unanswered attempt again with the same idempotency key. @returns whether the request was accepted */
export async function sendWithdrawalAgain(): Promise<boolean> {
  const flow = requestFlow.peek();
  return flow.step === "unanswered" && (await send(flow.attempt, { isAgain: true }));
}

/** Discards the unanswered attempt. */
export function discardWithdrawal(): void {
  forgetAttempt();
  writeWithdrawal();
}

async function send(attempt: Attempt, { isAgain }: { isAgain: boolean }): Promise<boolean> {
  keepAttempt(attempt);
  setFlow({ step: "sending", attempt, isAgain });
  const outcome = await requestWithdrawal(attempt).catch((error: unknown) => ({ error }));
  const isKnown = !("error" in outcome) || isDefinite(outcome.error, { isAgain });
  if (isKnown) forgetAttempt();
  // Another user signed in meanwhile: an attempt with an unknown outcome stays in the storage for its owner.
  if (user.peek()?._id !== attempt.ownerId) return false;
  if ("error" in outcome) {
    if (isKnown) showRefusal(attempt, outcome.error);
    else showUnanswered(attempt, outcome.error);
    return false;
  }
  setBalance(outcome.userBalance);
  writeWithdrawal();
  showNotice({ type: "success", title: WITHDRAWAL_TEXT.sentTitle, message: outcome.message || WITHDRAWAL_TEXT.sent });
  void invalidate(WITHDRAWALS.key);
  void refreshUser();
  return true;
}

/** These codes refuse the caller before the request is read, so they say nothing about an earlier attempt. */
const REFUSED_UNREAD: ReadonlySet<string> = new Set(["not_signed_in", "too_many_requests"]);

/** Whether a failure proves that the request was not accepted. */
function isDefinite(error: unknown, { isAgain }: { isAgain: boolean }): boolean {
  if (!(error instanceof ApiError) || isOutcomeUnknown(error)) return false;
  return !(isAgain && REFUSED_UNREAD.has(error.code));
}

function showRefusal({ ask }: Attempt, error: unknown): void {
  const refusal = error instanceof ApiError ? error : null;
  const problem = { message: refusal?.message || WITHDRAWAL_TEXT.failed, field: refusal?.field };
  setFlow({ step: "writing", problem, refused: ask });
  if (refusal?.code === "insufficient_funds") void refreshBalance();
  // The payment methods were changed elsewhere: the reloaded user updates the form's choices.
  if (refusal?.field === "paymentMethod" || refusal?.field === "paymentDetails") void refreshUser();
}

function showUnanswered(attempt: Attempt, error: unknown): void {
  const message = (error instanceof ApiError && error.message) || WITHDRAWAL_TEXT.failed;
  setFlow({ step: "unanswered", attempt, message });
  // The request may have been accepted: then it is in the history.
  void invalidate(WITHDRAWALS.key);
}

const STORAGE_KEY = "withdrawal-attempt";

/** Stores the attempt in this tab's session storage, so that a reload while sending does not lose it. */
export function keepAttempt(attempt: Attempt): void {
  sessionStore.set(STORAGE_KEY, JSON.stringify(attempt));
}

/** Deletes the stored attempt. */
function forgetAttempt(): void {
  sessionStore.remove(STORAGE_KEY);
}

/** The stored attempt of this user without a known outcome, or null. */
function keptAttempt(ownerId: string): Attempt | null {
  const value: unknown = JSON.parse(sessionStore.get(STORAGE_KEY) ?? "null");
  return isAttempt(value) && value.ownerId === ownerId ? value : null;
}

function isAttempt(value: unknown): value is Attempt {
  return isRecord(value) && typeof value.key === "string" && typeof value.ownerId === "string" && isAsk(value.ask);
}

function isAsk(value: unknown): value is WithdrawalAsk {
  return isRecord(value) && Object.entries(ASK_FIELDS).every(([field, isOne]) => isOne(value[field]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
