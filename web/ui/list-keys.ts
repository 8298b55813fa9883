import type { KeyboardEvent } from "react";

const STEPS: Readonly<Record<"column" | "row" | "both", Readonly<Record<string, 1 | -1>>>> = {
  column: { ArrowUp: -1, ArrowDown: 1 },
  row: { ArrowLeft: -1, ArrowRight: 1 },
  both: { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 },
};

type ListShape = {
  /** Which arrow keys move through it. */
  along?: keyof typeof STEPS;
  /** Whether a step beyond one end leads to the other one; otherwise it ends there. */
  isRing?: boolean;
  /** How many places a page key moves by. */
  page?: number;
};

/**
 * The place in a list that a key leads to: an arrow key, Home, End or a page key; null for another one.
 * @param list.here the place that is reached; -1 for none, before the first one
 */
export function placeByKey(
  { key, altKey, metaKey }: Pick<KeyboardEvent, "key" | "altKey" | "metaKey">,
  { here, count, along = "column", isRing = false, page = 0 }: ListShape & { here: number; count: number },
): number | null {
  // With these an arrow key is one of the browser or the system.
  if (count === 0 || altKey || metaKey) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS[along][key] ?? (page > 0 ? { PageUp: -page, PageDown: page }[key] : undefined);
  if (step === undefined) return null;
  if (!isRing) return Math.min(Math.max(0, here + step), count - 1);
  return (Math.max(here, step > 0 ? -1 : 0) + step + count) % count;
}

/**
 * Moves the focus along the enabled buttons of the element that handles the event.
 * @param list.here the place that is reached; by default that of the button with the focus
 * @returns the place of the button that has it then; null for another key
 */
export function focusByKey(
  event: KeyboardEvent<HTMLElement>,
  { here, ...shape }: ListShape & { here?: number | undefined } = {},
): number | null {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not([disabled])")];
  const focused = buttons.findIndex((button) => button.matches(":focus"));
  const place = placeByKey(event, { ...shape, here: focused === -1 ? (here ?? -1) : focused, count: buttons.length });
  if (place === null) return null;
  event.preventDefault();
  buttons[place]?.focus();
  return place;
}
