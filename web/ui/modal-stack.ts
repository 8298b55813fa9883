/**
 * Which dialog is on top. All else on the page is inert: it takes no click, no focus, and readers skip it. Elements with
 * `data-over-dialogs` stay alive, so that a toast can be read and closed while a dialog is open.
 */
const open: HTMLElement[] = [];

function settle(): void {
  const top = open.at(-1);
  for (const element of document.body.children) {
    const isInert = top !== undefined && element !== top && !element.hasAttribute("data-over-dialogs");
    element.toggleAttribute("inert", isInert);
  }
  const root = document.documentElement;
  if (!top) {
    root.removeAttribute("data-locked");
  } else if (!root.hasAttribute("data-locked")) {
    // The page behind does not scroll; where its scroll bar took room, the room stays.
    root.setAttribute("data-locked", window.innerWidth > root.clientWidth ? "gutter" : "plain");
  }
}

/** Puts a dialog, a child of the body, on top. */
export function pushModal(element: HTMLElement): void {
  open.push(element);
  settle();
}

/** Takes it away again, whether or not it is the topmost. */
export function removeModal(element: HTMLElement): void {
  const index = open.indexOf(element);
  if (index >= 0) open.splice(index, 1);
  settle();
}

export function isTopModal(element: HTMLElement): boolean {
  return open.at(-1) === element;
}
