import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { ComponentType } from "react";

const slot = signal<ComponentType | null>(null);

/** What shows toasts, once code that makes them has loaded: until then there is nothing to show, and nobody pays for it. */
export const loadedToaster: ReadonlySignal<ComponentType | null> = slot;

/** For the toaster's own module. */
export function fillToasterSlot(toaster: ComponentType): void {
  slot.value = toaster;
}
