import { computed, signal } from "@preact/signals-react";
import { SESSION } from "../../../worker/contract/limits.ts";

/**
 * An action on money needs a second factor within the last 15 minutes. The action's dialog asks for the code in its own
 * form, when the decision is made and not when it is sent. The API has the final check.
 */

/** The warning appears this long before the end, in ms. */
export const STEP_UP_WARNING_MS = 2 * 60_000;

/**
 * A decision waits for its undo period before it is sent, and a slow connection adds to that: with less than this left
 * the code is requested, so that a decision made in time also arrives in time.
 */
const LEFT_MIN_MS = 20_000;

const untilMs = signal<number | null>(null);
let confirmedAtMs = 0;

/** Until when actions on money are unlocked, epoch ms by this browser's clock; null until the API has reported it. */
export const steppedUpUntilMs = computed(() => untilMs.value);

/**
 * Stores the remaining time that the API has reported.
 * @param leftMs how long actions on money stay unlocked
 * @param askedAtMs when the request was sent: a response to a request from before the last code is stale and is ignored
 */
export function noteStepUpLeft(leftMs: number, askedAtMs: number): void {
  if (askedAtMs >= confirmedAtMs) untilMs.value = Date.now() + leftMs;
}

/** Records that the API has accepted a code. */
export function noteStepUpConfirmed(): void {
  confirmedAtMs = Date.now();
  untilMs.value = confirmedAtMs + SESSION.stepUpMs;
}

/** Records that the API has refused an action because the second factor is too old. */
export function noteStepUpOver(): void {
  untilMs.value = 0;
}

/** Clears the state when the admin leaves. */
export function forgetStepUp(): void {
  untilMs.value = null;
  confirmedAtMs = 0;
}

export function isCodeNeeded(until: number | null, nowMs: number): boolean {
  return until === null || until - nowMs < LEFT_MIN_MS;
}

const renewal = signal(false);

export const isRenewing = computed(() => renewal.value);

export function openRenewal(): void {
  renewal.value = true;
}

export function closeRenewal(): void {
  renewal.value = false;
}
