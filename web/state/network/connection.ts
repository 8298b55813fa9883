import { type ReadonlySignal, signal } from "@preact/signals-react";
import { backOffMs } from "../../../worker/contract/back-off.ts";

/**
 * Whether the API is reachable. The first request without a response starts a loop that polls the API's health, with an
 * increasing back-off, until it responds.
 */

const PAUSE_MIN_MS = 1_000;
const PAUSE_MAX_MS = 10_000;

const reachable = signal(true);
/** Whether the API is reachable. */
export const isReachable: ReadonlySignal<boolean> = reachable;

/** Records a response. */
export function noteReached(): void {
  reachable.value = true;
}

/** Records a missing response, or one that reports an outage. */
export function noteLost(): void {
  if (!reachable.value) return;
  reachable.value = false;
  void pollUntilReached();
}

/**
 * Waits before a request is retried: until the API is reachable, or for a back-off if it responded with an outage.
 * @param tries number of failed attempts, from 0
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

async function pollUntilReached(): Promise<void> {
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

/** Resolves after the pause, or as soon as the browser is online again. */
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
