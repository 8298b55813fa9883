import { type ReadonlySignal, signal } from "@preact/signals-react";
import { localStore } from "../state/storage/browser-storage.ts";

const KEY = "ticket plan";
const isOpen = signal(localStore.get(KEY) === "open");

/** Whether the plan of the ticket is open; kept in this browser. */
export const isPlanOpen: ReadonlySignal<boolean> = isOpen;

export function openPlan(opens: boolean): void {
  isOpen.value = opens;
  if (opens) localStore.set(KEY, "open");
  else localStore.remove(KEY);
}
