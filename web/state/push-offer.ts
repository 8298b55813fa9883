import { type ReadonlySignal, signal } from "@preact/signals-react";

const state = signal(false);

/** Whether something was done in this page of which its person may want to be told elsewhere too. */
export const isPushOffered: ReadonlySignal<boolean> = state;

/** Says that an alert was set or a deposit was made: only then is anybody asked about pushes, and once. */
export function offerPush(): void {
  state.value = true;
}
