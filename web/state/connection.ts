import { type ReadonlySignal, signal } from "@preact/signals-react";
import { backOffMs } from "../../worker/contract/back-off.ts";

/**
 * Whether the API can be reached. The first request that gets no answer starts a loop that asks for the API's health,
 * with growing pauses, until it answers.
 */

const PAUSE_MIN_MS = 1_000;
const PAUSE_MAX_MS = 10_000;

const reachable = signal(true);
export const isReachable: ReadonlySignal<boolean> = reachable;

/** An answer came. */
export function noteReached(): void {
  reachable.value = true;
}

/** No answer came, or one that says that the API is down. */
export function noteLost(): void {
  if (!reachable.value) return;
  reachable.value = false;
  void askUntilReached();
}

/**
 * Waits before a request is repeated: until the API can be reached, or, where it answered but could not help, for a
 * growing pause.
 * @param tries how many have failed, from 0
 */
export async function pauseBeforeRetry(tries: number): Promise<void> {
  if (reachable.peek()) await pause(pauseMs(tries));
  else await reached();
}

function reached(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = reachable.subscribe((isUp) => {
    if (isUp) resolve();
  });
  return promise.finally(stop);
}

async function askUntilReached(): Promise<void> {
  for (let tries = 0; !reachable.value; tries += 1) {
    await pause(pauseMs(tries));
    const isUp = await fetch(new URL("/api/health", location.origin)).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isUp) reachable.value = true;
  }
}

function pauseMs(tries: number): number {
  return backOffMs(tries + 1, { minMs: PAUSE_MIN_MS, maxMs: PAUSE_MAX_MS, random: Math.random() });
}

/** A browser that says it is online again ends the pause. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
  });
}
