import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { user } from "./session.ts";

/** The money of a demo run, in dollars: its balance without open positions, and how far that is from its start. */
export type RunSums = { balance: number; result: number };

const followed = signal<(RunSums & { run: number }) | null>(null);

/**
 * The demo balance without open positions, in dollars, on every page: of the followed run, or what the person's view says
 * of a newer one or before the first message.
 */
export const demoBalance: ReadonlySignal<number> = computed(() => {
  const { run, ...read } = user.value?.demo ?? { run: 1, balance: DEMO_BALANCE_USD, result: 0 };
  return runSums(Math.max(run, followed.value?.run ?? 1), read).balance;
});

/**
 * The sums of a run: those of the followed account where it is its run, otherwise as they were read. A component that
 * calls this calls `useSignals`.
 * @param read what an answer of the API says of the run, which may be seconds behind the account
 */
export function runSums(run: number, read: RunSums): RunSums {
  return followed.value?.run === run ? followed.value : read;
}

/** Sets the sums of the followed run; null to forget them. */
export function setFollowedRun(sums: (RunSums & { run: number }) | null): void {
  followed.value = sums;
}
