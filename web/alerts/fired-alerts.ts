import { batch, effect, type ReadonlySignal, signal } from "@preact/signals-react";
import type { PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import { forEachOwner } from "../state/owner.ts";
import { alerts } from "./alerts.ts";

/** The alerts that have fired while the page is open, and that nobody has touched yet. */

const untold = signal<readonly PriceAlert[]>([]);

/** Oldest first; each as it was when it fired. */
export const firedAlerts: ReadonlySignal<readonly PriceAlert[]> = untold;

/** The firings that are known: those before the page was opened are told by nobody. */
let known: Set<number> | null = null;

const idOf = ({ lastFiring }: PriceAlert) => lastFiring?.id ?? 0;

/**
 * Follows the list of alerts for what fires.
 * @param isQuiet whether only alerts that say so are told now, as in quiet hours
 * @returns stops it
 */
export function followFirings(isQuiet: () => boolean): () => void {
  return effect(() => {
    const fired = alerts.value?.filter(({ lastFiring }) => lastFiring !== null);
    if (!fired) return;
    const isFirst = known === null;
    const before: Set<number> = known ?? new Set();
    known = new Set([...before, ...fired.map(idOf)]);
    if (isFirst) return;
    const fresh = fired.filter((alert) => !before.has(idOf(alert)) && (alert.isAlsoInQuietHours || !isQuiet()));
    if (fresh.length === 0) return;
    untold.value = [...untold.peek(), ...fresh].sort((a, b) => idOf(a) - idOf(b));
  });
}

/** The other tabs of the browser, which show the same. */
const CHANNEL = "fired-alerts";

/** Takes firings away, here and in the other tabs. */
export function touchFirings(ids: readonly number[]): void {
  forget(ids);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(ids);
  channel.close();
}

function forget(ids: readonly number[]): void {
  untold.value = untold.peek().filter((alert) => !ids.includes(idOf(alert)));
}

/** Takes away what another tab has taken away. @returns stops it */
export function followOtherTabs(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) forget(data.filter((id) => typeof id === "number"));
  };
  return () => channel.close();
}

forEachOwner(() => {
  batch(() => {
    known = null;
    untold.value = [];
  });
});
