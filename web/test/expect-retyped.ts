import { expect } from "bun:test";

/** Expects that what is typed next replaces the text of a field: it has the focus, and all of its text is selected. */
export function expectRetyped(field: HTMLInputElement): void {
  const { selectionStart, selectionEnd, value } = field;
  expect([document.activeElement === field, selectionStart, selectionEnd]).toEqual([true, 0, value.length]);
}
