import { computed, signal } from "@preact/signals-react";
import { SESSION } from "../../../worker/contract/limits.ts";

/**
 * An act on money needs a second factor of the last quarter of an hour. The dialog that asks for the act asks for the code
 * as well, in its own form: when the decision is made, and not when it is sent. The API has the last word.
 */

/** The warning comes this long before the end. */
export const STEP_UP_WARNING_MS = 2 * 60_000;

/**
 * A decision waits for its Undo before it is sent, and a slow connection takes its time: with less than this left the code
 * is asked for, so that what is decided in time also arrives in time.
 */
const LEFT_MIN_MS = 20_000;

const untilMs = signal<number | null>(null);
let confirmedAtMs = 0;

/** Until when acts on money are open, epoch ms by this browser's clock; null until the API has said. */
export const steppedUpUntilMs = computed(() => untilMs.value);

/**
 * Notes what the API has said.
 * @param leftMs  how long acts on money were still open
 * @param askedAtMs when that was asked for: an answer to a question from before the last code says nothing any more
 */
export function noteStepUpLeft(leftMs: number, askedAtMs: number): void {
  if (askedAtMs >= confirmedAtMs) untilMs.value = Date.now() + leftMs;
}

/** The API has taken a code. */
export function noteStepUpConfirmed(): void {
  confirmedAtMs = Date.now();
  untilMs.value = confirmedAtMs + SESSION.stepUpMs;
}

/** The API has refused an act for want of a code. */
export function noteStepUpOver(): void {
  untilMs.value = 0;
}

/** Another admin, or nobody: nothing is known. */
export function forgetStepUp(): void {
  untilMs.value = null;
  confirmedAtMs = 0;
}

/** Whether an act on money that is begun at this moment has to bring a code. */
export function isCodeNeeded(until: number | null, nowMs: number): boolean {
  return until === null || until - nowMs < LEFT_MIN_MS;
}

const renewal = signal(false);

/** Whether the dialog that renews it is open. */
export const isRenewing = computed(() => renewal.value);

export function openRenewal(): void {
  renewal.value = true;
}

export function closeRenewal(): void {
  renewal.value = false;
}
