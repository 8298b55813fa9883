/** Selects the elements that take letters and digits themselves. A radio button, a check box and a slider do not. */
const TYPED_INTO =
  'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable="true"]';
const PRESSED_WITH_ENTER = "a, button, summary, input";

/**
 * Whether a press of a key may be a shortcut of the page: nobody types, no dialog is open, the key is not held down and
 * nothing has handled it.
 */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || isDialogOpen()) return false;
  const { target } = event;
  if (!(target instanceof Element)) return true;
  // Enter on a button or a link activates that element.
  return !target.closest(event.key === "Enter" ? `${TYPED_INTO}, ${PRESSED_WITH_ENTER}` : TYPED_INTO);
}

export function isDialogOpen(): boolean {
  return document.querySelector("[data-modal]") !== null;
}
