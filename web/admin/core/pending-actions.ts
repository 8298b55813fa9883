import { type ReadonlySignal, signal } from "@preact/signals-react";
import { ApiError, isOutcomeUnknown } from "../../state/api.ts";
import { check, sessionEnd, user } from "../../state/session.ts";
import { ADMIN_TEXT } from "./admin-text.ts";
import { noteStepUpOver } from "./step-up.ts";

/**
 * Decisions that were made and are not sent yet: each waits for its Undo until its countdown ends. Until then nothing is
 * stored anywhere, so taking one back undoes nothing. What is refused comes back with the reason, and with all that was
 * typed. A decision is sent in the session of the admin who made it and in no other: when that session ends, what waits
 * stays unsent until the same admin has logged in again, and then its countdown begins anew.
 */

/** How long a decision waits for its Undo. */
export const HOLD_MS = 6_000;

/** Why an act was not done. `field` names the input that was bad, as the API calls it. */
export type ActionProblem = { message: string; field: string | undefined };

export type Decision = {
  /** The item that it is about; a later decision about it takes this one's place. */
  itemId: string;
  /** What is done: two verbs take different forms. */
  verb: string;
  /** In words: "Approve $100.00". */
  what: string;
  /** For whom. */
  whom: string;
  /** Where in the desk the item is. */
  href: string;
  /** What the form held, to fill it in again. */
  body: object;
  /** @param key names the attempt, so that sending it again is safe. @throws ApiError | NetworkError */
  send: (key: string) => Promise<void>;
};

/**
 * - `waiting`: its countdown runs.
 * - `unsent`: its admin's session has ended; nothing was sent.
 * - `sending`: it is on its way, and can no longer be taken back.
 * - `refused`: it was not done, or nobody knows; `problem` says why.
 * - `open`: it is the admin's to decide anew, with what was typed.
 */
export type PendingAction = Decision & {
  /** The Idempotency-Key of the attempt. */
  key: string;
  /** Who decided. */
  adminId: string | null;
  state: "waiting" | "unsent" | "sending" | "refused" | "open";
  /** Epoch ms. */
  sendAtMs: number;
  problem: ActionProblem | null;
  /** No answer came: it may have been done. */
  isOutcomeUnknown: boolean;
};

const acts = signal<readonly PendingAction[]>([]);
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let ownerId: string | null = null;

/** All of them, the oldest first. */
export const pendingActions: ReadonlySignal<readonly PendingAction[]> = acts;

/**
 * Says who uses the admins' screens. What another admin had decided in this page is forgotten.
 * @returns what of that was never sent
 */
export function setPendingOwner(adminId: string): readonly PendingAction[] {
  if (ownerId === adminId) return [];
  const dropped = acts.peek().filter(({ state }) => state === "waiting" || state === "unsent");
  forgetAll();
  ownerId = adminId;
  return dropped;
}

/** Begins the countdown of a decision. The same wish whose answer was lost goes out under its old key. */
export function hold(decision: Decision): void {
  const before = pendingOn(decision.itemId);
  const isSameWish =
    before?.isOutcomeUnknown === true &&
    before.verb === decision.verb &&
    JSON.stringify(before.body) === JSON.stringify(decision.body);
  const key = isSameWish ? before.key : crypto.randomUUID();
  const held = { key, adminId: ownerId, state: "unsent", sendAtMs: 0, problem: null, isOutcomeUnknown: false } as const;
  acts.value = [...acts.peek().filter(({ itemId }) => itemId !== decision.itemId), { ...decision, ...held }];
  startCountdown(key);
}

function startCountdown(key: string): void {
  change(key, { state: "waiting", sendAtMs: Date.now() + HOLD_MS });
  timers.set(
    key,
    setTimeout(() => void send(key), HOLD_MS),
  );
}

/** The session has ended: stops every countdown, and nothing is sent. */
export function stopCountdowns(): void {
  for (const { key, state } of acts.peek()) if (state === "waiting") keepUnsent(key);
}

/** Begins the countdown of what was left unsent anew, where its own admin is signed in again. */
export function resumeCountdowns(): void {
  for (const act of acts.peek()) if (act.state === "unsent" && isOwnersSession(act)) startCountdown(act.key);
}

function keepUnsent(key: string): void {
  stopTimer(key);
  change(key, { state: "unsent" });
}

/** Whether the session is that of the admin who decided. */
function isOwnersSession({ adminId }: PendingAction): boolean {
  return sessionEnd.peek() === null && user.peek()?._id === adminId;
}

/** What was decided about an item and is not done. Reads the signal. */
export function pendingOn(itemId: string): PendingAction | null {
  return acts.value.find((act) => act.itemId === itemId) ?? null;
}

/** Whether an item's decision is on its way, so that it is not to be decided again. Reads the signal. */
export function isOnItsWay(itemId: string): boolean {
  const state = pendingOn(itemId)?.state;
  return state === "waiting" || state === "unsent" || state === "sending";
}

/** Gives an item back to be decided: one that is not sent yet never is, one that was refused is looked at. */
export function reopen({ key }: PendingAction): void {
  stopTimer(key);
  acts.value = acts.peek().map((act) => (act.key === key && act.state !== "sending" ? { ...act, state: "open" } : act));
}

/** Forgets a decision that was refused. */
export function forget({ key }: PendingAction): void {
  acts.value = acts.peek().filter((act) => act.key !== key);
}

/** Forgets what was left unsent: its admin leaves the page without it. */
export function forgetUnsent(): void {
  acts.value = acts.peek().filter(({ state }) => state !== "unsent");
}

/** Ends every countdown now. @returns whether all that waited was done */
export async function sendAllNow(): Promise<boolean> {
  const waiting = acts.peek().filter(({ state }) => state === "waiting");
  const outcomes = await Promise.all(waiting.map(({ key }) => send(key)));
  return outcomes.every((isDone) => isDone);
}

async function send(key: string): Promise<boolean> {
  stopTimer(key);
  const act = acts.peek().find((one) => one.key === key && one.state === "waiting");
  if (!act) return true;
  if (!isOwnersSession(act)) {
    keepUnsent(key);
    return false;
  }
  change(key, { state: "sending" });
  try {
    await act.send(key);
    forget(act);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_signed_in") {
      // Nothing was done. The countdown starts again once the same admin is signed in; at once if only the cookie had changed.
      keepUnsent(key);
      void check().then(resumeCountdowns);
    } else {
      if (error instanceof ApiError && error.code === "step_up_required") noteStepUpOver();
      change(key, { state: "refused", problem: problemOf(error), isOutcomeUnknown: isOutcomeUnknown(error) });
    }
    return false;
  }
}

/** Why an act was not done, in words. */
export function problemOf(error: unknown): ActionProblem {
  if (!(error instanceof ApiError)) return { message: ADMIN_TEXT.noAnswer, field: undefined };
  if (error.code === "step_up_required") return { message: ADMIN_TEXT.stepUp.needed, field: undefined };
  if (error.code === "not_signed_in") return { message: ADMIN_TEXT.logInAgain.notSent, field: undefined };
  return { message: error.message, field: error.field };
}

function change(key: string, set: Partial<PendingAction>): void {
  acts.value = acts.peek().map((act) => (act.key === key ? { ...act, ...set } : act));
}

function stopTimer(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
}

function forgetAll(): void {
  for (const key of timers.keys()) stopTimer(key);
  acts.value = [];
}
