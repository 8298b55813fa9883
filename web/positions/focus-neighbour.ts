import { afterRemoval } from "../ui/dialog/after-removal.ts";

/**
 * Remembers the rows around a button whose row may go.
 * @returns moves the focus once the row has gone: to the last button of the next or previous row, or to the lists' tabs
 */
export function focusNeighbour(button: HTMLElement): () => void {
  const row = button.closest("tr");
  const rows = [row?.nextElementSibling, row?.previousElementSibling];
  return () =>
    afterRemoval(button, () => {
      const next = rows.find((one) => one?.isConnected);
      const target = [...(next?.querySelectorAll("button") ?? [])].at(-1) ?? document.getElementById("positions");
      target?.focus({ preventScroll: true });
    });
}
