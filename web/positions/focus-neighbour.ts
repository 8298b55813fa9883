/** The lists show a change within a few frames. */
const FRAMES_MAX = 30;

/**
 * Remembers the rows around a button whose row may go.
 * @returns moves the focus once the row has gone: to the last button of the next or previous row, or to the lists' tabs
 */
export function focusNeighbour(button: HTMLElement): () => void {
  const row = button.closest("tr");
  const rows = [row?.nextElementSibling, row?.previousElementSibling];

  function moveFocus(framesLeft: number): void {
    if (button.isConnected) {
      if (framesLeft > 0) requestAnimationFrame(() => moveFocus(framesLeft - 1));
      return;
    }
    // The trader has chosen another place meanwhile.
    if (document.activeElement !== document.body) return;
    const next = rows.find((one) => one?.isConnected);
    const target = [...(next?.querySelectorAll("button") ?? [])].at(-1) ?? document.getElementById("positions");
    target?.focus({ preventScroll: true });
  }
  return () => moveFocus(FRAMES_MAX);
}
