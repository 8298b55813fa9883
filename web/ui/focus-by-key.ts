import type { KeyboardEvent } from "react";

/**
 * Moves the focus along the buttons of the element that handles the event.
 * @param places the button that each key leads to, by its index
 * @returns the index of that button; null where the key leads to none, and nothing happens
 */
export function focusByKey(event: KeyboardEvent<HTMLElement>, places: Readonly<Record<string, number>>): number | null {
  const target = places[event.key];
  const button = target === undefined ? undefined : event.currentTarget.querySelectorAll("button")[target];
  if (target === undefined || !button) return null;
  event.preventDefault();
  button.focus();
  return target;
}
