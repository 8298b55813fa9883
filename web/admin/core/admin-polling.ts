import { computed, signal } from "@preact/signals-react";
import { useEffect, useEffectEvent } from "react";
import { poll } from "../../state/poll.ts";
import { sessionEnd } from "../../state/session.ts";
import { fetchQueues } from "./admin-calls.ts";
import type { AdminArrivals, AdminQueues } from "./admin-types.ts";
import { forgetStepUp, noteStepUpLeft } from "./step-up.ts";

/**
 * The only timer of the admin screens. Each poll counts the open items and refetches everything on the screen, so
 * changes by traders and other admins appear at most this much later. A hidden page does not poll.
 */
const POLL_MS = 10_000;

const newest = signal<AdminQueues | null>(null);
const last = signal<AdminArrivals | null>(null);
const refreshes = new Set<() => Promise<void>>();

/** Open items by queue; null until they were counted. */
export const queues = computed(() => newest.value);

/** When the newest item of each queue arrived; null until it was fetched. */
export const arrivals = computed(() => last.value);

/** Counts the open items now; also called right after an action. */
export async function countQueues(): Promise<void> {
  const askedAtMs = Date.now();
  try {
    const { queues, arrivals, stepUpLeftS } = await fetchQueues();
    newest.value = queues;
    last.value = arrivals;
    noteStepUpLeft(stepUpLeftS * 1_000, askedAtMs);
  } catch {
    // The counts of before stay; a lost network has its own banner.
  }
}

/** Starts polling while the admin screens are open. @returns stops polling and clears this admin's counts */
export function startAdminPolling(): () => void {
  void countQueues();
  const stop = poll(async () => {
    // An ended session gets no response; after the new log-in everything is refetched at once.
    if (document.visibilityState === "visible" && sessionEnd.peek() === null) await pollNow();
  }, POLL_MS);
  return () => {
    stop();
    newest.value = null;
    last.value = null;
    forgetStepUp();
  };
}

/** Refetches everything on the screen now. */
export async function pollNow(): Promise<void> {
  await Promise.all([countQueues(), ...[...refreshes].map((listener) => listener())]);
}

/** Calls `refresh` at each poll while the component is mounted. @param refresh must not reject */
export function useAdminPolling(refresh: () => Promise<void>): void {
  const onPoll = useEffectEvent(refresh);
  useEffect(() => {
    const listener = () => onPoll();
    refreshes.add(listener);
    return () => {
      refreshes.delete(listener);
    };
  }, []);
}
