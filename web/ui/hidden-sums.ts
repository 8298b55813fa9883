import { type ReadonlySignal, signal } from "@preact/signals-react";

const isHidden = signal(false);

/**
 * Whether amounts are shown as {@link HIDDEN_SUM}, according to the trader's setting "Show balance". The money
 * functions of `format.ts` read it: a `memo` component that calls one of them must call `useSignals()` first.
 */
export const areSumsHidden: ReadonlySignal<boolean> = isHidden;

/** Hides or shows amounts. */
export function hideSums(areHidden: boolean): void {
  isHidden.value = areHidden;
}

/** Shown instead of a hidden amount. */
export const HIDDEN_SUM = "••••";
