import { type ReadonlySignal, signal } from "@preact/signals-react";

/**
 * The stack of open dialogs. Everything below the topmost one is inert: no clicks, no focus, skipped by screen readers.
 * Elements with `data-over-dialogs` stay active, so that a toast can be read and closed while a dialog is open.
 */
const open: HTMLElement[] = [];

const isAnyOpen = signal(false);
/** Whether a dialog is open. */
export const hasModal: ReadonlySignal<boolean> = isAnyOpen;

function settle(): void {
  const top = open.at(-1);
  for (const element of document.body.children) {
    const isInert = top !== undefined && element !== top && !element.hasAttribute("data-over-dialogs");
    element.toggleAttribute("inert", isInert);
  }
  isAnyOpen.value = top !== undefined;
  const root = document.documentElement;
  if (!top) {
    root.removeAttribute("data-locked");
  } else if (!root.hasAttribute("data-locked")) {
    // Locks the scrolling of the page behind; the space of its scroll bar is kept.
    root.setAttribute("data-locked", window.innerWidth > root.clientWidth ? "gutter" : "plain");
  }
}

/** Puts a dialog, a child of the body, on top. */
export function pushModal(element: HTMLElement): void {
  open.push(element);
  settle();
}

/** Removes a dialog, whether or not it is the topmost. */
export function removeModal(element: HTMLElement): void {
  const index = open.indexOf(element);
  if (index >= 0) open.splice(index, 1);
  // A browser that removes the focused element first computes the styles of the whole page, which may just be leaving.
  element.querySelector<HTMLElement>(":focus")?.blur();
  settle();
}

/** Whether a dialog is the topmost one. */
export function isTopModal(element: HTMLElement): boolean {
  return open.at(-1) === element;
}
