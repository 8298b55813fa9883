import { type ReadonlySignal, signal } from "@preact/signals-react";

/** A press held longer than this counts no more, in case the browser reports no end of it. */
const PRESS_MAX_MS = 1_000;

const state = { pressed: signal<Element | null>(null), isWatching: false };
let end: ReturnType<typeof setTimeout> | undefined;

/**
 * The control that is being pressed; null while none is. What it says must not change under the finger. The press ends
 * after its click.
 */
export function pressedControl(): ReadonlySignal<Element | null> {
  if (!state.isWatching) watchPresses();
  return state.pressed;
}

function watchPresses(): void {
  state.isWatching = true;
  const options = { capture: true, passive: true };
  const endAfter = (ms: number) => {
    clearTimeout(end);
    end = setTimeout(() => {
      state.pressed.value = null;
    }, ms);
  };
  addEventListener(
    "pointerdown",
    ({ target }) => {
      state.pressed.value = target instanceof Element ? target.closest("button, a, label") : null;
      endAfter(PRESS_MAX_MS);
    },
    options,
  );
  // In a task of its own, which follows the click.
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => endAfter(0), options);
}
