import { computed, signal } from "@preact/signals-react";
import { useEffect, useEffectEvent } from "react";
import { poll } from "../../state/poll.ts";
import { sessionEnd } from "../../state/session.ts";
import { fetchQueues } from "./admin-calls.ts";
import type { AdminArrivals, AdminQueues } from "./admin-types.ts";
import { forgetStepUp, noteStepUpLeft } from "./step-up.ts";

/**
 * The desk's one timer. At each beat it counts what waits, and whatever is on the screen asks anew: traders and colleagues
 * act too, and what they did is here at most this much later. A page that nobody looks at does not ask.
 */
const BEAT_MS = 10_000;

const newest = signal<AdminQueues | null>(null);
const last = signal<AdminArrivals | null>(null);
const refreshes = new Set<() => Promise<void>>();

/** What waits at the desk; null until it was counted. */
export const queues = computed(() => newest.value);

/** When something last came to each queue; null until that was asked for. */
export const arrivals = computed(() => last.value);

/** Counts what waits anew: right after an act, too. */
export async function countQueues(): Promise<void> {
  const askedAtMs = Date.now();
  try {
    const { queues, arrivals, stepUpLeftS } = await fetchQueues();
    newest.value = queues;
    last.value = arrivals;
    noteStepUpLeft(stepUpLeftS * 1_000, askedAtMs);
  } catch {
    // The counts of before stay; a network that is away has its own banner.
  }
}

/** Begins to beat while the desk is open. @returns stops it, and forgets what was counted for this admin */
export function startAdminPolling(): () => void {
  void countQueues();
  const stop = poll(async () => {
    // Whose session has ended gets no answer; when they are back, all is asked for at once.
    if (document.visibilityState === "visible" && sessionEnd.peek() === null) await beat();
  }, BEAT_MS);
  return () => {
    stop();
    newest.value = null;
    last.value = null;
    forgetStepUp();
  };
}

/** Asks for all that is on the screen, at once. */
export async function beat(): Promise<void> {
  await Promise.all([countQueues(), ...[...refreshes].map((ask) => ask())]);
}

/** Asks at each beat, for as long as the component is there. @param refresh must not reject */
export function useAdminPolling(refresh: () => Promise<void>): void {
  const onBeat = useEffectEvent(refresh);
  useEffect(() => {
    const ask = () => onBeat();
    refreshes.add(ask);
    return () => {
      refreshes.delete(ask);
    };
  }, []);
}
