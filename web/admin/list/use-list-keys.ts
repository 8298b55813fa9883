import { focusItem } from "../core/item-head.tsx";
import { useShortcuts } from "../core/use-shortcuts.ts";
import type { OpenItem } from "./use-open-item.ts";

/** Shortcuts of a list: J and K move through it, Enter focuses the open item, and the section adds its own. */
export function useListKeys(open: Pick<OpenItem, "move">, shortcuts: Parameters<typeof useShortcuts>[0] = {}): void {
  useShortcuts({ j: () => open.move(1), k: () => open.move(-1), Enter: focusItem, ...shortcuts });
}
