import { SESSION } from "../../worker/contract/limits.ts";
import { answer, api } from "./api.ts";
import { localStore } from "./storage/browser-storage.ts";

/**
 * Tracks input activity for the session timeout. The times are kept in local storage, so that a background tab neither
 * signs out a person who works in another tab, nor reports activity twice.
 */

const LAST_INPUT_KEY = "last-input-at";
const LAST_REPORT_KEY = "last-activity-report-at";

/** Real input only: timers and polls of a page must not extend a session. */
const INPUT_EVENTS = ["pointerdown", "keydown", "wheel"] as const;

/** Input is recorded at most this often, in ms. */
const NOTE_EVERY_MS = 5_000;

/** Records input now. */
export function noteInput(): void {
  localStore.set(LAST_INPUT_KEY, String(Date.now()));
}

/** Removes the recorded times. */
export function forgetActivity(): void {
  for (const key of [LAST_INPUT_KEY, LAST_REPORT_KEY]) localStore.remove(key);
}

/**
 * Reports input to the API at most every five minutes, and detects idle time.
 * @param timeoutMs idle time after which `onIdle` is called, in ms
 * @param onIdle called once
 * @returns stops watching
 */
export function watchActivity({ timeoutMs, onIdle }: { timeoutMs: number; onIdle: () => void }): () => void {
  if (readTime(LAST_INPUT_KEY) === null) noteInput();
  let idleTimer = setTimeout(checkIdle, Math.max(0, leftMs()));

  function leftMs(): number {
    return (readTime(LAST_INPUT_KEY) ?? Date.now()) + timeoutMs - Date.now();
  }

  function checkIdle(): void {
    const left = leftMs();
    if (left <= 0) onIdle();
    else idleTimer = setTimeout(checkIdle, left);
  }

  function onInput(): void {
    // A computer that slept beyond the timeout wakes up with an input event: the timeout was over before it.
    if (leftMs() <= 0) return;
    if (isOlderThan(LAST_INPUT_KEY, NOTE_EVERY_MS)) noteInput();
    if (isOlderThan(LAST_REPORT_KEY, SESSION.activityEveryMs)) void reportActivity();
  }

  for (const name of INPUT_EVENTS) addEventListener(name, onInput, { passive: true });
  return () => {
    clearTimeout(idleTimer);
    for (const name of INPUT_EVENTS) removeEventListener(name, onInput);
  };
}

async function reportActivity(): Promise<void> {
  localStore.set(LAST_REPORT_KEY, String(Date.now()));
  try {
    await answer(api.auth.activity.$post());
  } catch (error) {
    console.warn("activity not reported", error);
  }
}

function isOlderThan(key: string, ageMs: number): boolean {
  return Date.now() - (readTime(key) ?? 0) >= ageMs;
}

function readTime(key: string): number | null {
  const text = localStore.get(key);
  return text === null ? null : Number(text);
}
