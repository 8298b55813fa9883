import { fireEvent } from "@testing-library/react";

/** The pointer of a test: the first finger. */
const FINGER = { pointerId: 1, pointerType: "touch", isPrimary: true, button: 0, buttons: 1 };

/** The events of a finger on an element. Places are those of the window, CSS px. */
export const finger = {
  press: (element: Element, clientX: number, clientY: number) =>
    fireEvent.pointerDown(element, { ...FINGER, clientX, clientY }),
  move: (element: Element, clientX: number, clientY: number) =>
    fireEvent.pointerMove(element, { ...FINGER, clientX, clientY }),
  lift: (element: Element, clientX: number, clientY: number) =>
    fireEvent.pointerUp(element, { ...FINGER, buttons: 0, clientX, clientY }),
};

/** Presses a second finger. */
export function pressSecond(element: Element, clientX = 0, clientY = 0): void {
  fireEvent.pointerDown(element, { ...FINGER, pointerId: 2, isPrimary: false, clientX, clientY });
}

/** Everything that interrupts what the finger of {@link finger} does to an element. */
export const INTERRUPTIONS: readonly (readonly [string, (element: Element) => unknown])[] = [
  ["a second finger beside it", () => pressSecond(document.body)],
  ["a second finger on it", (element) => pressSecond(element)],
  ["Esc", () => fireEvent.keyDown(document.body, { key: "Escape" })],
  ["a wheel", (element) => fireEvent.wheel(element, { deltaY: 10 })],
  ["a page that scrolls", () => fireEvent.scroll(document)],
  ["another size of the window", () => fireEvent(window, new Event("resize"))],
  ["a pointer that is cancelled", (element) => fireEvent.pointerCancel(element, { pointerId: 1 })],
  ["a lost capture", (element) => fireEvent.lostPointerCapture(element, { pointerId: 1 })],
];
