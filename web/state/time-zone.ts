import { signal } from "@preact/signals-react";
import { offsetQuartersAt } from "../../worker/contract/trade-calendar.ts";
import { accountKey } from "./account-storage.ts";

/** The IANA time zone that this browser lives in. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const MONTH_MS = 30 * 24 * 60 * 60_000;

/**
 * Whether two zones count days alike, last year and next: `Asia/Saigon` and `Asia/Ho_Chi_Minh` are one place by two names,
 * and Paris keeps Berlin's time. Names cannot tell, since engines differ in which of them they give.
 * @returns true also for a zone that this browser does not know, about which it has nothing to say
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

/** Rises when somebody says that their account's zone is to stay, so that whoever asks looks again. */
const keeps = signal(0);
const keyOf = (userId: string) => accountKey("time-zone-kept", userId);

/** Whether somebody has said before, here and in this zone, that their account is to keep its own. */
export function isZoneKept(userId: string): boolean {
  keeps.value;
  return localStorage.getItem(keyOf(userId)) === browserTimeZone();
}

/** Remembers that in this browser, as long as it stays in its zone. */
export function keepZone(userId: string): void {
  localStorage.setItem(keyOf(userId), browserTimeZone());
  keeps.value += 1;
}
