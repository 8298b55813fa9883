import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { ComponentType } from "react";

const slot = signal<ComponentType | null>(null);

/** The toaster, once code that shows toasts has loaded it; null before, so that pages without toasts do not load it. */
export const loadedToaster: ReadonlySignal<ComponentType | null> = slot;

/** Registers the toaster; called by its own module. */
export function fillToasterSlot(toaster: ComponentType): void {
  slot.value = toaster;
}
