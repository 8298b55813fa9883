import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { user } from "./session.ts";

const followed = signal<number | null>(null);

/**
 * The demo balance without open trades, in dollars: of the followed run, or for pages that follow none what the person's view
 * says of the newest.
 */
export const demoBalance: ReadonlySignal<number> = computed(
  () => followed.value ?? user.value?.demo?.balance ?? DEMO_BALANCE_USD,
);

/** Sets the balance that a page has read, in dollars; null to forget it. */
export function setDemoBalance(usd: number | null): void {
  followed.value = usd;
}
