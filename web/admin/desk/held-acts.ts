import { type ReadonlySignal, signal } from "@preact/signals-react";
import { ApiError, isOutcomeUnknown } from "../../api.ts";
import { DESK_TEXT } from "./desk-text.ts";
import { StepUpDeclined, withStepUp } from "./step-up.ts";

/**
 * Decisions that were made and are not sent yet: each waits for its Undo until its countdown ends. Until then nothing is
 * stored anywhere, so taking one back undoes nothing. What is refused comes back with the reason, and with all that was
 * typed.
 */

/** How long a decision waits for its Undo. */
export const HOLD_MS = 6_000;

/** Why an act was not done. `field` names the input that was bad, as the API calls it. */
export type ActProblem = { message: string; field: string | undefined };

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
 * - `sending`: it is on its way, and can no longer be taken back.
 * - `refused`: it was not done, or nobody knows; `problem` says why.
 * - `open`: it is the admin's to decide anew, with what was typed.
 */
export type HeldAct = Decision & {
  /** The Idempotency-Key of the attempt. */
  key: string;
  state: "waiting" | "sending" | "refused" | "open";
  /** Epoch ms. */
  sendAtMs: number;
  problem: ActProblem | null;
  /** No answer came: it may have been done. */
  isOutcomeUnknown: boolean;
};

const acts = signal<readonly HeldAct[]>([]);
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let ownerId: string | null = null;

/** All of them, the oldest first. */
export const heldActs: ReadonlySignal<readonly HeldAct[]> = acts;

/** Says who sits at the desk; what another admin had decided in this browser is forgotten. */
export function holdFor(adminId: string): void {
  if (ownerId !== adminId) forgetAll();
  ownerId = adminId;
}

/** Begins the countdown of a decision. The same wish whose answer was lost goes out under its old key. */
export function hold(decision: Decision): void {
  const before = heldOn(decision.itemId);
  const isSameWish =
    before?.isOutcomeUnknown === true &&
    before.verb === decision.verb &&
    JSON.stringify(before.body) === JSON.stringify(decision.body);
  const key = isSameWish ? before.key : crypto.randomUUID();
  const held = {
    key,
    state: "waiting",
    sendAtMs: Date.now() + HOLD_MS,
    problem: null,
    isOutcomeUnknown: false,
  } as const;
  acts.value = [...acts.peek().filter(({ itemId }) => itemId !== decision.itemId), { ...decision, ...held }];
  timers.set(
    key,
    setTimeout(() => void send(key), HOLD_MS),
  );
}

/** What was decided about an item and is not done. Reads the signal. */
export function heldOn(itemId: string): HeldAct | null {
  return acts.value.find((act) => act.itemId === itemId) ?? null;
}

/** Whether an item's decision is on its way, so that it is not to be decided again. Reads the signal. */
export function isOnItsWay(itemId: string): boolean {
  const state = heldOn(itemId)?.state;
  return state === "waiting" || state === "sending";
}

/** Gives an item back to be decided: one that waits is not sent, one that was refused is looked at. */
export function reopen({ key }: HeldAct): void {
  stopTimer(key);
  acts.value = acts.peek().map((act) => (act.key === key && act.state !== "sending" ? { ...act, state: "open" } : act));
}

/** Forgets a decision that was refused. */
export function forget({ key }: HeldAct): void {
  acts.value = acts.peek().filter((act) => act.key !== key);
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
  change(key, { state: "sending" });
  try {
    await withStepUp(() => act.send(key));
    forget(act);
    return true;
  } catch (error) {
    const isUnknown = !(error instanceof StepUpDeclined) && isOutcomeUnknown(error);
    change(key, { state: "refused", problem: problemOf(error), isOutcomeUnknown: isUnknown });
    return false;
  }
}

function problemOf(error: unknown): ActProblem {
  if (error instanceof ApiError) return { message: error.message, field: error.field };
  const message = error instanceof StepUpDeclined ? DESK_TEXT.held.noCode : DESK_TEXT.noAnswer;
  return { message, field: undefined };
}

function change(key: string, set: Partial<HeldAct>): void {
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
