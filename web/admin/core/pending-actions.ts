import { type ReadonlySignal, signal } from "@preact/signals-react";
import { ApiError } from "../../state/api.ts";
import { Attempt } from "../../state/attempt.ts";
import { forEachOwner, ownerId } from "../../state/owner.ts";
import { check, sessionEnd } from "../../state/session.ts";
import type { Problem } from "../../state/use-submit.ts";
import { toast } from "../../ui/toast/toast.ts";
import { UNDO_MS } from "../../ui/undo-time.ts";
import { ADMIN_TEXT } from "./admin-text.ts";
import { noteStepUpOver } from "./step-up.ts";

/**
 * Decisions that are made but not sent yet: each can be undone until its countdown ends. Nothing is stored on the
 * server before that, so an undo only cancels the timer. A refused decision comes back with the reason and with the
 * typed text. A decision is sent only in the session of the admin who made it: when that session ends, it stays unsent
 * until the same admin has logged in again, and then its countdown restarts.
 */

/** A decision of an admin, before it is sent. */
export type Decision = {
  /** The item that it is about; a later decision about the same item replaces this one. */
  itemId: string;
  /** The action: each has its own form. */
  verb: string;
  /** Label of the decision: "Approve $100.00". */
  label: string;
  traderName: string;
  href: string;
  /** The form's values, to fill it in again. */
  body: object;
  /** @param key the idempotency key, which makes a retry safe. @throws ApiError | NetworkError */
  send: (key: string) => Promise<void>;
};

/**
 * - `waiting`: the countdown runs.
 * - `unsent`: the admin's session has ended; nothing was sent.
 * - `sending`: the request is under way and can no longer be undone.
 * - `refused`: it was not done, or the outcome is unknown; `problem` says why.
 * - `open`: it was undone, or its refusal was seen; the admin decides again, with the typed text kept.
 */
export type PendingAction = Decision & {
  /** The request, of the admin who decided. */
  attempt: Attempt<object, void>;
  key: string;
  state: "waiting" | "unsent" | "sending" | "refused" | "open";
  /** Epoch ms. */
  sendAtMs: number;
  problem: Problem | null;
};

const actions = signal<readonly PendingAction[]>([]);
const timers = new Map<string, ReturnType<typeof setTimeout>>();

export const pendingActions: ReadonlySignal<readonly PendingAction[]> = actions;

// A decision is never sent by another admin, who sees a message when decisions were dropped.
forEachOwner((id) => {
  const dropped = actions.peek().filter(({ state }) => state === "waiting" || state === "unsent");
  for (const key of timers.keys()) stopTimer(key);
  actions.value = [];
  if (dropped.length > 0 && id !== null) toast.error(ADMIN_TEXT.pending.dropped(dropped.length), { id: "dropped" });
});

/** Starts the countdown of a decision. An identical decision whose response was lost reuses its idempotency key. */
export function addPendingAction(decision: Decision): void {
  const { itemId, verb, body } = decision;
  const attempt = Attempt.of(pendingOn(itemId)?.attempt, JSON.stringify([verb, body]), () => body);
  const { key } = attempt;
  const initial = { attempt, key, state: "unsent", sendAtMs: 0, problem: null } as const;
  actions.value = [...actions.peek().filter((one) => one.itemId !== itemId), { ...decision, ...initial }];
  startCountdown(key);
}

function startCountdown(key: string): void {
  change(key, { state: "waiting", sendAtMs: Date.now() + UNDO_MS });
  timers.set(
    key,
    setTimeout(() => void send(key), UNDO_MS),
  );
}

/** Stops every countdown when the session has ended; nothing is sent. */
export function stopCountdowns(): void {
  for (const { key, state } of actions.peek()) if (state === "waiting") markUnsent(key);
}

/** Restarts the countdowns of unsent actions if the session belongs to the admin who decided them. */
export function resumeCountdowns(): void {
  for (const action of actions.peek())
    if (action.state === "unsent" && isDecidersSession(action)) startCountdown(action.key);
}

function markUnsent(key: string): void {
  stopTimer(key);
  change(key, { state: "unsent" });
}

/** Whether the session is that of the admin who decided. */
function isDecidersSession({ attempt }: PendingAction): boolean {
  return sessionEnd.peek() === null && ownerId() === attempt.ownerId;
}

/** The pending action of an item, or null. Reads the signal. */
export function pendingOn(itemId: string): PendingAction | null {
  return actions.value.find((action) => action.itemId === itemId) ?? null;
}

/** Whether a decision about an item is pending, so that no other one may be made. Reads the signal. */
export function hasPendingDecision(itemId: string): boolean {
  const state = pendingOn(itemId)?.state;
  return state === "waiting" || state === "unsent" || state === "sending";
}

/** Undoes a decision that is not sent yet, or returns to a refused one. */
export function reopen({ key }: PendingAction): void {
  stopTimer(key);
  actions.value = actions
    .peek()
    .map((action) => (action.key === key && action.state !== "sending" ? { ...action, state: "open" } : action));
}

export function forget({ key }: PendingAction): void {
  actions.value = actions.peek().filter((action) => action.key !== key);
}

/** Sends every waiting decision now. @returns whether all of them were done */
export async function sendAllNow(): Promise<boolean> {
  const waiting = actions.peek().filter(({ state }) => state === "waiting");
  const outcomes = await Promise.all(waiting.map(({ key }) => send(key)));
  return outcomes.every((isDone) => isDone);
}

async function send(key: string): Promise<boolean> {
  stopTimer(key);
  const action = actions.peek().find((one) => one.key === key && one.state === "waiting");
  if (!action) return true;
  if (!isDecidersSession(action)) {
    markUnsent(key);
    return false;
  }
  change(key, { state: "sending" });
  try {
    await action.attempt.send(() => action.send(key));
    forget(action);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_signed_in") {
      // Nothing was done. The countdown restarts once the same admin is signed in; at once if only the cookie had
      // changed.
      markUnsent(key);
      void check().then(resumeCountdowns);
    } else {
      if (error instanceof ApiError && error.code === "step_up_required") noteStepUpOver();
      change(key, { state: "refused", problem: actionProblemOf(error) });
    }
    return false;
  }
}

/** Why an action of an admin was not done. Without an answer, it says so whatever the error is. */
export function actionProblemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { message: ADMIN_TEXT.noAnswer, field: undefined };
  if (error.code === "step_up_required") return { message: ADMIN_TEXT.stepUp.needed, field: undefined };
  if (error.code === "not_signed_in") return { message: ADMIN_TEXT.logInAgain.notSent, field: undefined };
  return { message: error.message, field: error.field };
}

function change(key: string, set: Partial<PendingAction>): void {
  actions.value = actions.peek().map((action) => (action.key === key ? { ...action, ...set } : action));
}

function stopTimer(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
}
