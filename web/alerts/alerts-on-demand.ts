import { type ReadonlySignal, signal } from "@preact/signals-react";

/** What the first screen knows of alerts: whether their editor is open, and how many are armed. All else comes on demand. */

const state = { isEditing: signal(false), armed: signal<number | null>(null) };

/** Whether the editor of an alert stands in the ticket's place. */
export const isEditingAlert: ReadonlySignal<boolean> = state.isEditing;
/** How many alerts can fire; null until it is known. */
export const armedAlerts: ReadonlySignal<number | null> = state.armed;

/** Set by the store of alerts alone. */
export function tellAlertState(now: { isEditing: boolean; armed: number | null }): void {
  state.isEditing.value = now.isEditing;
  state.armed.value = now.armed;
}
