import { type ReadonlySignal, signal } from "@preact/signals-react";
import { FOLD_COOKIE } from "../../../worker/contract/limits.ts";
import { localStore } from "./browser-storage.ts";
import { setPaintCookie } from "./paint-cookie.ts";

/**
 * Whether the sidebar beside the page is folded to its icons, as chosen in this browser. Until it is chosen, it is open, but
 * on a page that needs the room of a window that is not wide.
 */

const KEY = "sidebar-folded";

const choice = signal<boolean | null>(null);
/** Whether it was chosen to fold the sidebar, or to unfold it; null until then. */
export const foldChoice: ReadonlySignal<boolean | null> = choice;

/** Applies the last choice of this browser. Call it before the first render. */
export function showLastFold(): void {
  const kept = localStore.get(KEY);
  show(kept === "true" ? true : kept === "false" ? false : null);
}

/** Folds or unfolds the sidebar, and keeps that. */
export function foldSidebar(isFolded: boolean): void {
  localStore.set(KEY, String(isFolded));
  show(isFolded);
}

function show(isFolded: boolean | null): void {
  choice.value = isFolded;
  document.documentElement.toggleAttribute("data-folded", isFolded === true);
  document.documentElement.toggleAttribute("data-unfolded", isFolded === false);
  setPaintCookie(FOLD_COOKIE, isFolded === null ? null : String(isFolded));
}
