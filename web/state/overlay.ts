import { type ReadonlySignal, signal } from "@preact/signals-react";
import { forEachOwner } from "./owner.ts";

/** Opened by a shortcut or a button over any signed-in page: the command palette, or the list of all keys. */
export type Overlay = "palette" | "keys";

const shown = signal<Overlay | null>(null);
/** The open overlay; the application mounts the one component that shows it. */
export const overlay: ReadonlySignal<Overlay | null> = shown;

/** Opens an overlay in place of any other. */
export function openOverlay(one: Overlay): void {
  shown.value = one;
}

/** Closes the open overlay. */
export function closeOverlay(): void {
  shown.value = null;
}

// Whoever signs in next does not find it open.
forEachOwner(closeOverlay);
