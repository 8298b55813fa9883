import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { AlertTerms, PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";

/** What the first screen knows of alerts. */

/** What the editor holds. @property alert the one that is changed; null for a new one */
export type AlertDraft = { alert: PriceAlert | null; terms: AlertTerms };

type AlertCounts = { listed: number; armed: number; max: number };

const state = { draft: signal<AlertDraft | null>(null), counts: signal<AlertCounts | null>(null) };

/** What the editor holds, in the ticket's place; null while it is closed. */
export const alertDraft: ReadonlySignal<AlertDraft | null> = state.draft;
/** The symbol of the alert in the editor; null while it is closed. */
export const editedSymbol = computed(() => state.draft.value?.terms.symbol ?? null);
/** How many alerts the list has, how many of them can fire, and how many may; null until it is known. */
export const alertCounts: ReadonlySignal<AlertCounts | null> = state.counts;

export function setAlertDraft(draft: AlertDraft | null): void {
  state.draft.value = draft;
}

export function closeAlertEditor(): void {
  state.draft.value = null;
}

/** Set by the store of alerts alone. */
export function setAlertCounts(counts: AlertCounts | null): void {
  state.counts.value = counts;
}
