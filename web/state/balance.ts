import { type ReadonlySignal, signal } from "@preact/signals-react";
import { answer, api, bearerHeaders } from "./api.ts";

const cash = signal<number | null>(null);
/** The trader's cash balance in dollars, available for withdrawal. Null without a session. */
export const balance: ReadonlySignal<number | null> = cash;

/** Increases with every known balance: a response that was requested before the last one is stale. */
let revision = 0;

/** Sets a balance that a response contained, such as a paid deposit's. @param usd dollars; null removes it */
export function setBalance(usd: number | null): void {
  revision += 1;
  cash.value = usd;
}

/** Fetches the balance. A failure is only logged and keeps the last one. */
export async function refreshBalance(): Promise<void> {
  const requestedAt = revision;
  try {
    const reply = await answer(api.user.balance.$get({}, { headers: bearerHeaders() }));
    if (revision === requestedAt) setBalance(reply.balance);
  } catch (error) {
    console.warn("balance not refreshed", error);
  }
}

const requestedMs: number[] = [];
let timer: { everyMs: number; id: ReturnType<typeof setInterval> } | null = null;

/**
 * Keeps the balance fresh. The shortest requested interval wins; there is never more than one timer.
 * @param everyMs the interval, in ms
 * @returns stops it
 */
export function refreshBalanceEvery(everyMs: number): () => void {
  requestedMs.push(everyMs);
  settleTimer();
  return () => {
    const index = requestedMs.indexOf(everyMs);
    if (index >= 0) requestedMs.splice(index, 1);
    settleTimer();
  };
}

function settleTimer(): void {
  const everyMs = requestedMs.length > 0 ? Math.min(...requestedMs) : null;
  if (everyMs === (timer?.everyMs ?? null)) return;
  if (timer) clearInterval(timer.id);
  timer = everyMs === null ? null : { everyMs, id: setInterval(() => void refreshBalance(), everyMs) };
}
