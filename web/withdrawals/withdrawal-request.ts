import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { ApiError, isOutcomeUnknown } from "../state/api.ts";
import { refreshBalance, setBalance } from "../state/balance.ts";
import { showNotice } from "../state/notice.ts";
import { check as refreshUser, user } from "../state/session.ts";
import { type Attempt, forgetAttempt, keepAttempt, keptAttempt } from "./kept-attempt.ts";
import { requestWithdrawal } from "./withdrawal-calls.ts";
import type { WithdrawalAsk } from "./withdrawal-form-rules.ts";
import { loadWithdrawalHistory } from "./withdrawal-history.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** Why the API refused. `field` names the input that was bad, as the API calls it. */
export type RequestProblem = { message: string; field: string | undefined };

/**
 * A request on its way: written, confirmed, sent. `unanswered` means that nobody here knows whether it arrived. It lives
 * outside of the screen, which may be left while it is sent.
 */
export type RequestFlow =
  | { step: "writing"; problem: RequestProblem | null }
  | { step: "confirming"; ask: WithdrawalAsk }
  | { step: "sending"; attempt: Attempt; isAgain: boolean }
  | { step: "unanswered"; attempt: Attempt; message: string };

const state = signal<{ ownerId: string | undefined; flow: RequestFlow }>({
  ownerId: undefined,
  flow: { step: "writing", problem: null },
});

/** How the request of whoever is signed in stands. */
export const requestFlow: ReadonlySignal<RequestFlow> = computed(() => {
  const ownerId = user.value?._id;
  return state.value.ownerId === ownerId ? state.value.flow : flowOnArrival(ownerId);
});

/** A page that was left in the middle of sending comes back with its attempt unanswered. */
function flowOnArrival(ownerId: string | undefined): RequestFlow {
  const attempt = ownerId === undefined ? null : keptAttempt(ownerId);
  return attempt
    ? { step: "unanswered", attempt, message: WITHDRAWAL_TEXT.failed }
    : { step: "writing", problem: null };
}

function go(flow: RequestFlow): void {
  state.value = { ownerId: user.peek()?._id, flow };
}

/** Shows what is about to be asked, to be confirmed once. */
export function proposeWithdrawal(ask: WithdrawalAsk): void {
  go({ step: "confirming", ask });
}

/** Back to the form, which has kept what was written; also forgets what the API said about the last try. */
export function writeWithdrawal(): void {
  go({ step: "writing", problem: null });
}

/** Sends what was confirmed. @returns whether the request stands */
export async function confirmWithdrawal(): Promise<boolean> {
  const flow = requestFlow.peek();
  const ownerId = user.peek()?._id;
  if (flow.step !== "confirming" || ownerId === undefined) return false;
  return await send({ key: crypto.randomUUID(), ownerId, ask: flow.ask }, { isAgain: false });
}

/** Sends the unanswered attempt once more, as the same request. @returns whether the request stands */
export async function sendWithdrawalAgain(): Promise<boolean> {
  const flow = requestFlow.peek();
  return flow.step === "unanswered" && (await send(flow.attempt, { isAgain: true }));
}

/** Gives the unanswered attempt up. */
export function discardWithdrawal(): void {
  forgetAttempt();
  writeWithdrawal();
}

async function send(attempt: Attempt, { isAgain }: { isAgain: boolean }): Promise<boolean> {
  keepAttempt(attempt);
  go({ step: "sending", attempt, isAgain });
  const outcome = await requestWithdrawal(attempt).catch((error: unknown) => ({ error }));
  const isKnown = !("error" in outcome) || isDefinite(outcome.error, { isAgain });
  if (isKnown) forgetAttempt();
  // Somebody else signed in meanwhile: an attempt that is not known waits in the storage for its owner.
  if (user.peek()?._id !== attempt.ownerId) return false;
  if ("error" in outcome) {
    if (isKnown) showRefusal(outcome.error);
    else showUnanswered(attempt, outcome.error);
    return false;
  }
  setBalance(outcome.userBalance);
  writeWithdrawal();
  showNotice({ type: "success", title: WITHDRAWAL_TEXT.sentTitle, message: outcome.message || WITHDRAWAL_TEXT.sent });
  void loadWithdrawalHistory();
  void refreshUser();
  return true;
}

/** These refuse the caller before the request is looked at, so they say nothing about an earlier try. */
const BEFORE_THE_REQUEST: ReadonlySet<string> = new Set(["not_signed_in", "too_many_requests"]);

/** Whether a failure says for sure that the request does not stand. */
function isDefinite(error: unknown, { isAgain }: { isAgain: boolean }): boolean {
  if (!(error instanceof ApiError) || isOutcomeUnknown(error)) return false;
  return !(isAgain && BEFORE_THE_REQUEST.has(error.code));
}

function showRefusal(error: unknown): void {
  const refusal = error instanceof ApiError ? error : null;
  go({ step: "writing", problem: { message: refusal?.message || WITHDRAWAL_TEXT.failed, field: refusal?.field } });
  if (refusal?.code === "insufficient_funds") void refreshBalance();
  // The methods were changed elsewhere: the form offers what there is now.
  if (refusal?.field === "paymentMethod" || refusal?.field === "paymentDetails") void refreshUser();
}

function showUnanswered(attempt: Attempt, error: unknown): void {
  const message = (error instanceof ApiError && error.message) || WITHDRAWAL_TEXT.failed;
  go({ step: "unanswered", attempt, message });
  // It may have arrived: then it stands in the history.
  void loadWithdrawalHistory();
}
