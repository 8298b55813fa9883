import { signal } from "@preact/signals-react";

/** The IANA time zone that this browser lives in. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Whether two names are one zone's to this browser: `Asia/Saigon` and `Asia/Ho_Chi_Minh` are. */
export function isSameZone(a: string, b: string): boolean {
  return canonical(a) === canonical(b);
}

function canonical(timeZone: string): string {
  try {
    return Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone;
  } catch {
    // A zone that is newer than this browser.
    return timeZone;
  }
}

/** Rises when somebody says that their account's zone is to stay, so that whoever asks looks again. */
const keeps = signal(0);
const keyOf = (userId: string) => `time-zone-kept:${userId}`;

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
