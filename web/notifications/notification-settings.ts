import type { ChannelChange } from "../../worker/contract/channels.ts";
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
  fetch: async (signal) => {
    const { settings } = await answer(api.notifications.settings.$get({}, { init: { signal } }));
    // Something newer has taken its place.
    signal.throwIfAborted();
    saved = settings;
    return shownOf(saved);
  },
};

/** The settings that a person changes. */
export type SettingsChange = Partial<Omit<NotificationSettings, "push" | "sms" | "channels">> & {
  channels?: ChannelChange;
};

/** The settings as the API knows them; null until they are read. */
let saved: NotificationSettings | null = null;
/** Changes that are not answered yet. They are sent one after another: two of one switch must not overtake each other. */
let unanswered: SettingsChange[] = [];
let sent: Promise<unknown> = Promise.resolve();
forEachOwner(() => {
  saved = null;
  unanswered = [];
  sent = Promise.resolve();
});

/** What screens show: what is read while changes are on their way does not know of them. */
function shownOf(settings: NotificationSettings): NotificationSettings {
  let shown = settings;
  for (const change of unanswered) shown = withChange(shown, change);
  return shown;
}

function withChange(settings: NotificationSettings, { channels, ...change }: SettingsChange): NotificationSettings {
  const changed = { ...settings, ...change };
  if (!channels) return changed;
  const { push, telegram, ...others } = settings.channels;
  return {
    ...changed,
    channels: {
      ...others,
      ...channels,
      push: { ...push, ...channels.push },
      telegram: { ...telegram, ...channels.telegram },
    },
  };
}

/**
 * Changes settings, which all screens show at once.
 * @throws ApiError | NetworkError when that was not saved: then they show what is saved
 */
export async function changeSettings(change: SettingsChange): Promise<void> {
  if (!saved) return;
  unanswered.push(change);
  setQueryValue(SETTINGS, shownOf(saved));
  const request = sent.then(() => answer(api.notifications.settings.$put({ json: change })));
  sent = request.catch(() => {});
  const changed = await request.catch((error: unknown) => {
    settle(change, null);
    throw error;
  });
  settle(change, changed.settings);
}

/** @param settings those of the answer; null for a change that was not saved, or not as far as is known */
function settle(change: SettingsChange, settings: NotificationSettings | null): void {
  // Not one of a person who was signed in before.
  if (!saved || !unanswered.includes(change)) return;
  saved = settings ?? saved;
  unanswered = unanswered.filter((one) => one !== change);
  setQueryValue(SETTINGS, shownOf(saved));
  if (!settings) void invalidate(SETTINGS.key);
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
