import { type ReadonlySignal, signal } from "@preact/signals-react";

/** The longest time that a press holds back the text of its control, in case the browser reports no end of it. */
const CONTROL_MAX_MS = 1_000;
/** As above, for what moves the page: a drag takes longer than a press on a control. */
const PRESS_MAX_MS = 10_000;

const control = signal<Element | null>(null);
const isDown = signal(false);
let isWatching = false;

/**
 * The control that is being pressed; null while none is. What it says must not change under the finger. The press ends
 * after its click.
 */
export function pressedControl(): ReadonlySignal<Element | null> {
  watchPresses();
  return control;
}

/** Whether the pointer is pressed, on a control or in a drag: nothing may move under it. The press ends after its click. */
export function isPointerDown(): ReadonlySignal<boolean> {
  watchPresses();
  return isDown;
}

function watchPresses(): void {
  if (isWatching) return;
  isWatching = true;
  const options = { capture: true, passive: true };
  let ends: ReturnType<typeof setTimeout>[] = [];
  const endAfter = (controlMs: number, pressMs: number) => {
    for (const end of ends) clearTimeout(end);
    ends = [
      setTimeout(() => {
        control.value = null;
      }, controlMs),
      setTimeout(() => {
        isDown.value = false;
      }, pressMs),
    ];
  };
  addEventListener(
    "pointerdown",
    ({ target }) => {
      control.value = target instanceof Element ? target.closest("button, a, label") : null;
      isDown.value = true;
      endAfter(CONTROL_MAX_MS, PRESS_MAX_MS);
    },
    options,
  );
  // In a task of its own, which follows the click.
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => endAfter(0, 0), options);
}
