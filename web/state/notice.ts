import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { Notice } from "../ui/dialog/notice-dialog.tsx";

const open = signal<Notice | null>(null);
/** The open notice; the application mounts the one dialog that shows it. */
export const notice: ReadonlySignal<Notice | null> = open;

/** Shows the outcome of an action over any screen. */
export function showNotice(next: Notice): void {
  open.value = next;
}

/** Closes the notice. */
export function closeNotice(): void {
  open.value = null;
}
