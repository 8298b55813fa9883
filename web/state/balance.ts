import { type ReadonlySignal, signal } from "@preact/signals-react";
import { answer, api, bearerHeaders } from "./api.ts";

/** The trader's cash, in dollars: what the account holds and can be withdrawn. Null while nobody is signed in. */
const cash = signal<number | null>(null);
export const balance: ReadonlySignal<number | null> = cash;

/** Rises with every balance that is known: an answer asked for before the last one is too old to show. */
let revision = 0;

/** Shows a balance that some answer carried, such as a paid deposit's. @param usd dollars; null forgets it */
export function setBalance(usd: number | null): void {
  revision += 1;
  cash.value = usd;
}

/** Asks for the balance. A failure is only logged and leaves the last one. */
export async function refreshBalance(): Promise<void> {
  const askedAt = revision;
  try {
    const reply = await answer(api.user.balance.$get({}, { headers: bearerHeaders() }));
    if (revision === askedAt) setBalance(reply.balance);
  } catch (error) {
    console.warn("balance not refreshed", error);
  }
}

const wantedMs: number[] = [];
let timer: { everyMs: number; id: ReturnType<typeof setInterval> } | null = null;

/**
 * Keeps the balance fresh. Of all that want it, the shortest interval wins; there is never more than one timer.
 * @param everyMs the interval, in ms
 * @returns stops it
 */
export function refreshBalanceEvery(everyMs: number): () => void {
  wantedMs.push(everyMs);
  settleTimer();
  return () => {
    const index = wantedMs.indexOf(everyMs);
    if (index >= 0) wantedMs.splice(index, 1);
    settleTimer();
  };
}

function settleTimer(): void {
  const everyMs = wantedMs.length > 0 ? Math.min(...wantedMs) : null;
  if (everyMs === (timer?.everyMs ?? null)) return;
  if (timer) clearInterval(timer.id);
  timer = everyMs === null ? null : { everyMs, id: setInterval(() => void refreshBalance(), everyMs) };
}
