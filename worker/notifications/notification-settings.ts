import type { Channel, ChannelKind, ChannelSettings, Digest } from "../contract/channels.ts";
import type { NotificationMail, NotificationSettings } from "../contract/notifications.ts";
import type { QuietHours } from "../contract/quiet-hours.ts";
import { audit, ownAccount } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { setChoices } from "../platform/user-store.ts";
import {
  chooseDigest,
  type SettingsChange,
  type SettingsRow,
  saveSettings,
  selectSettings,
} from "./notification-settings-store.ts";
import { reconsiderMails } from "./notification-store.ts";

/** A change of some settings; `quietHours` null turns them off. */
export type ChangedSettings = { [Mail in NotificationMail]?: boolean | undefined } & {
  quietHours?: QuietHours | null | undefined;
  channels?:
    | {
        order?: Channel[] | undefined;
        push?: Switched | undefined;
        telegram?: Switched | undefined;
        digest?: Digest | undefined;
      }
    | undefined;
};
type Switched = { [Kind in ChannelKind]?: boolean | undefined };

/** What the caller chose of their notifications. @throws AppError `not_signed_in` */
export async function readNotificationSettings(scope: Scope): Promise<NotificationSettings> {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectSettings(scope.db.query, callerId)]);
  return settingsView(rows[0][0]);
}

/**
 * Changes some of the caller's settings. Each is written by itself, so that two pages that change two of them at once keep both.
 * @returns all settings then
 * @throws AppError `not_signed_in` | `too_many_requests`
 */
export async function changeNotificationSettings(
  scope: Scope,
  changed: ChangedSettings,
): Promise<NotificationSettings> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { email, channels: { digest } = {} } = changed;
  const change = changedColumns(changed);
  const { rows } = await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "profileByAccount", callerId, nowMs),
    ...(email === undefined ? [] : [setChoices(query, callerId, { hasEmailNotifications: email })]),
    ...(Object.keys(change).length === 0 ? [] : saveSettings(query, callerId, change)),
    ...(digest === undefined ? [] : chooseDigest(query, callerId, digest, nowMs)),
    reconsiderMails(query, callerId, nowMs),
    audit(
      query,
      { actor: callerId, action: "user.email_notifications", subject: ownAccount(callerId), detail: detailOf(changed) },
      nowMs,
    ),
    selectSettings(query, callerId),
  ]);
  // A list of statements of any length has lost their types; the last one returns the settings.
  const [row] = rows.at(-1) as unknown as SettingsRow[];
  return settingsView(row);
}

/** What the log of the account says of a change. */
function detailOf({ quietHours, email, channels, ...mails }: ChangedSettings): Record<string, string | boolean> {
  const { order, digest, ...switches } = channels ?? {};
  const named = Object.entries(switches).flatMap(([channel, kinds]) =>
    Object.entries(withoutUndefined(kinds ?? {})).map(([kind, isOn]) => [`${channel}.${kind}`, isOn] as const),
  );
  return {
    ...(email !== undefined && { on: email }),
    ...withoutUndefined(mails),
    ...(quietHours !== undefined && { quietHours: quietHours ? `${quietHours.from}-${quietHours.to}` : "off" }),
    ...Object.fromEntries(named),
    ...(order && { channels: order.join(",") }),
    ...(digest && { digest }),
  };
}

function changedColumns({
  money,
  alert,
  order,
  marketing,
  quietHours,
  channels = {},
}: ChangedSettings): SettingsChange {
  return withoutUndefined({
    mailsMoney: money,
    mailsAlerts: alert,
    mailsOrders: order,
    mailsNews: marketing,
    ...(quietHours !== undefined && { quietFromMin: quietHours?.from ?? null, quietToMin: quietHours?.to ?? null }),
    pushesMoney: channels.push?.money,
    pushesSecurity: channels.push?.security,
    pushesAlerts: channels.push?.alert,
    pushesOrders: channels.push?.order,
    telegramsMoney: channels.telegram?.money,
    telegramsSecurity: channels.telegram?.security,
    telegramsAlerts: channels.telegram?.alert,
    telegramsOrders: channels.telegram?.order,
    channelOrder: channels.order?.join(","),
  });
}

function withoutUndefined<Given extends object>(given: Given) {
  // Only undefined values are left out.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]?: Exclude<Given[Key], undefined>;
  };
}

/** The quiet hours of a row of settings. */
export function quietHoursOf({ quietFromMin, quietToMin }: Pick<SettingsRow, "quietFromMin" | "quietToMin">) {
  return quietFromMin === null || quietToMin === null ? null : { from: quietFromMin, to: quietToMin };
}

/** The channels of a row of settings. */
export function channelsOf(row: SettingsRow): ChannelSettings {
  return {
    // A guard of the database knows each order that the column can have.
    order: row.channelOrder.split(",") as Channel[],
    push: {
      money: row.pushesMoney,
      security: row.pushesSecurity,
      alert: row.pushesAlerts,
      order: row.pushesOrders,
    },
    telegram: {
      money: row.telegramsMoney,
      security: row.telegramsSecurity,
      alert: row.telegramsAlerts,
      order: row.telegramsOrders,
    },
    digest: row.digest,
  };
}

function settingsView(row: SettingsRow | undefined): NotificationSettings {
  if (!row) throw new Error("a session without its user");
  const { email, money, alert, order, marketing } = row;
  return {
    ...{ email, money, alert, order, marketing },
    push: true,
    sms: false,
    quietHours: quietHoursOf(row),
    channels: channelsOf(row),
  };
}
