import { signal } from "@preact/signals-react";
import { offsetQuartersAt } from "../../../worker/contract/zone-offset.ts";
import { accountKey } from "./account-storage.ts";
import { localStore } from "./browser-storage.ts";

/** The IANA time zone of this browser. The first call costs as much as a formatter of `Intl`: see `zone-offset.ts`. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const MONTH_MS = 30 * 24 * 60 * 60_000;

/**
 * Whether two zones have the same offsets, last year and next: `Asia/Saigon` and `Asia/Ho_Chi_Minh` are aliases, and
 * Paris has the same time as Berlin. Comparing names is not enough, since engines differ in the name they return.
 * @returns true also for a zone that this browser does not know
 */
export function areZonesAlike(a: string, b: string, nowMs: number): boolean {
  if (a === b) return true;
  try {
    for (let month = -12; month <= 12; month += 1) {
      const atMs = nowMs + month * MONTH_MS;
      if (offsetQuartersAt(atMs, a) !== offsetQuartersAt(atMs, b)) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** Increases when a user keeps their account's zone, so that readers are updated. */
const keptCount = signal(0);
const keyOf = (userId: string) => accountKey("time-zone-kept", userId);

/** Whether the user has chosen to keep their account's zone, in this browser and its current zone. */
export function isZoneKept(userId: string): boolean {
  keptCount.value;
  return localStore.get(keyOf(userId)) === browserTimeZone();
}

/**
 * Whether the notice about zones is shown at an address: in this browser and its current zone on the page alone where it
 * came first, so that it does not follow the user around.
 */
export function isZoneNoticeHere(userId: string, path: string): boolean {
  const [, page = ""] = path.split("/");
  const key = accountKey("time-zone-notice", userId);
  const here = `${browserTimeZone()} ${page}`;
  const first = localStore.get(key);
  if (first?.startsWith(`${browserTimeZone()} `)) return first === here;
  localStore.set(key, here);
  return true;
}

/** Stores that choice in this browser, for as long as the browser stays in its zone. */
export function keepZone(userId: string): void {
  localStore.set(keyOf(userId), browserTimeZone());
  keptCount.value += 1;
}
