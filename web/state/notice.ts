import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { Notice } from "../ui/notice-dialog.tsx";

/** The notice that is open; the application mounts the one dialog that shows it. */
const open = signal<Notice | null>(null);
export const notice: ReadonlySignal<Notice | null> = open;

/** Says how something ended, over whatever screen is open. */
export function showNotice(next: Notice): void {
  open.value = next;
}

export function closeNotice(): void {
  open.value = null;
}
