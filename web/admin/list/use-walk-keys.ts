import { focusItem } from "../core/item-head.tsx";
import { useShortcuts } from "../core/use-shortcuts.ts";
import type { OpenItem } from "./use-open-item.ts";

/** J and K walk through a list, Enter goes into what is open, and a section's own keys act on it. */
export function useWalkKeys(open: Pick<OpenItem, "move">, acts: Parameters<typeof useShortcuts>[0] = {}): void {
  useShortcuts({ j: () => open.move(1), k: () => open.move(-1), Enter: focusItem, ...acts });
}
