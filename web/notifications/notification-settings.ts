import type { NotificationSettings } from "../../worker/contract/notifications.ts";
import { quietUntil } from "../../worker/contract/quiet-hours.ts";
import { answer, api } from "../state/api.ts";
import { forEachOwner } from "../state/owner.ts";
import { invalidate, peekQuery, type QueryOptions, setQueryValue, watchQuery } from "../state/query.ts";
import { user } from "../state/session.ts";
import { formatTime } from "../ui/format.ts";

/** The settings of the signed-in person's notifications: one entry for every screen that shows them. */
export const SETTINGS: QueryOptions<NotificationSettings> = {
  key: "notification-settings",
  isKept: true,
  fetch: async (signal) => (await answer(api.notifications.settings.$get({}, { init: { signal } }))).settings,
};

/** The settings that a person changes. */
export type SettingsChange = Partial<Omit<NotificationSettings, "push" | "sms">>;

/** Changes that are being sent, one after another: two of one switch must not overtake each other. */
let sent: Promise<unknown> = Promise.resolve();
let waiting = 0;
forEachOwner(() => {
  sent = Promise.resolve();
  waiting = 0;
});

/**
 * Changes settings, which all screens show at once.
 * @throws ApiError | NetworkError when that was not saved: then they show what was there before
 */
export async function changeSettings(change: SettingsChange): Promise<void> {
  const before = peekQuery(SETTINGS).value;
  if (!before) return;
  setQueryValue(SETTINGS, { ...before, ...change });
  waiting += 1;
  const saved = sent.then(() => answer(api.notifications.settings.$put({ json: change })));
  sent = saved.catch(() => {});
  try {
    await saved;
  } catch (error) {
    const shown = peekQuery(SETTINGS).value;
    // Only what this change has set: another one may have been saved meanwhile.
    const names = Object.keys(change) as (keyof SettingsChange)[];
    const undone = Object.fromEntries(names.map((name) => [name, before[name]]));
    if (shown) setQueryValue(SETTINGS, { ...shown, ...undone });
    throw error;
  } finally {
    waiting -= 1;
    // What another device has changed since.
    if (waiting === 0) void invalidate(SETTINGS.key);
  }
}

/** Loads the settings while somebody needs {@link isQuietNow}. @returns stops it */
export function watchNotificationSettings(): () => void {
  return watchQuery(SETTINGS);
}

/** Whether hours are quiet now: a toast does not come then. False until the settings are known. */
export function isQuietNow(nowMs = Date.now()): boolean {
  const hours = peekQuery(SETTINGS).value?.quietHours;
  const timeZone = user.peek()?.timeZone;
  return Boolean(hours && timeZone && quietUntil(hours, timeZone, nowMs) !== null);
}

/** The time of day of a minute of it: `10:00 PM` */
export function minuteWords(minute: number): string {
  return formatTime(minute * 60_000, "UTC");
}
