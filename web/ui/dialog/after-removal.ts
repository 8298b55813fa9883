/**
 * Waits until an element leaves the document and takes the focus with it, such as the button of a row that is removed. Nothing
 * is called when something else has taken the focus before.
 * @param moveFocus gives the focus to what is left
 */
export function afterRemoval(element: Element, moveFocus: () => void): void {
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  look();

  function look(): void {
    const { activeElement, body } = document;
    const isElsewhere = activeElement !== body && activeElement !== element;
    if (element.isConnected && !isElsewhere) return;
    observer.disconnect();
    if (!isElsewhere) moveFocus();
  }
}
