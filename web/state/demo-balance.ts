import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";

const followed = signal<number | null>(null);

/** The demo balance without open trades, in dollars, for pages that do not follow the demo account. */
export const demoBalance: ReadonlySignal<number> = computed(() => followed.value ?? DEMO_BALANCE_USD);

/** Sets the balance that a page has read, in dollars; null to forget it. */
export function setDemoBalance(usd: number | null): void {
  followed.value = usd;
}
