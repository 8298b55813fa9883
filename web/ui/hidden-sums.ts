import { type ReadonlySignal, signal } from "@preact/signals-react";

const isHidden = signal(false);

/**
 * Whether sums of money are written as {@link HIDDEN_SUM}, as the trader's setting "Show balance" says. The functions of
 * `format.ts` that write money read it: a component that calls one of them and is a `memo` calls `useSignals()` first.
 */
export const areSumsHidden: ReadonlySignal<boolean> = isHidden;

export function hideSums(areHidden: boolean): void {
  isHidden.value = areHidden;
}

/** Stands where a sum is hidden. */
export const HIDDEN_SUM = "••••";
