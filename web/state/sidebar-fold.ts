import { type ReadonlySignal, signal } from "@preact/signals-react";
import { FOLD_COOKIE } from "../../worker/contract/limits.ts";
import { localStore } from "./browser-storage.ts";
import { setPaintCookie } from "./paint-cookie.ts";

/** Whether the sidebar beside the page is folded to its icons, as chosen in this browser. Open until it is chosen. */

const KEY = "sidebar-folded";

const folded = signal(false);
/** Whether it was chosen to fold the sidebar. */
export const isSidebarFolded: ReadonlySignal<boolean> = folded;

/** Applies the last choice of this browser. Call it before the first render. */
export function showLastFold(): void {
  show(localStore.get(KEY) === "true");
}

/** Folds or unfolds the sidebar, and keeps that. */
export function foldSidebar(isFolded: boolean): void {
  localStore.set(KEY, String(isFolded));
  show(isFolded);
}

function show(isFolded: boolean): void {
  folded.value = isFolded;
  document.documentElement.toggleAttribute("data-folded", isFolded);
  setPaintCookie(FOLD_COOKIE, isFolded ? "true" : null);
}
