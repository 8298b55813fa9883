import { CHANNELS, type Channel } from "../contract/channels.ts";
import type { ChannelsView, PushBrowser } from "../contract/channels-view.ts";
import { deliveryState } from "../contract/delivery-state.ts";
import { iso, isoOrNull } from "../contract/iso-time.ts";
import { saidIn } from "../contract/translated.ts";
import { isPushOn } from "../platform/push-settings.ts";
import { deviceName } from "../platform/request/device-name.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { sessionIdOf } from "../platform/session-store.ts";
import { selectBrowsers } from "../push/push-store.ts";
import { selectLink, selectPending } from "../telegram/telegram-store.ts";
import { telegramView } from "../telegram/telegram-view.ts";
import { selectLastMessages, selectLastPushes, selectOrder } from "./channel-store.ts";

/**
 * How the caller is reached besides their open pages, and what became of the last message by each way.
 * @throws AppError `not_signed_in`
 */
export async function listChannels(scope: Scope): Promise<ChannelsView> {
  const { settings } = scope;
  const { query } = scope.db;
  const nowMs = scope.now();
  const ownSessionId = sessionIdOf(scope.credentials?.cookieHash ?? "");
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectBrowsers(query, callerId, ownSessionId, nowMs),
    selectLink(query, callerId),
    selectPending(query, callerId, nowMs),
    selectLastPushes(query, callerId),
    selectLastMessages(query, callerId),
    selectOrder(query, callerId),
  ]);
  const [browsers, [link], [pending], pushes, messages, [person]] = rows;
  const lastOf = (row: Parameters<typeof deliveryState>[0] | undefined) => (row ? deliveryState(row, nowMs) : null);
  const telegram = telegramView(settings, link, pending);
  const lastBy = (channel: Channel, sinceMs = 0) =>
    lastOf(messages.find((row) => row.channel === channel && row.createdAtMs >= sinceMs));
  return {
    push: {
      publicKey: isPushOn(settings) ? settings.VAPID_PUBLIC_KEY : null,
      browsers: browsers.map(
        (row): PushBrowser => ({
          id: row.id,
          name: saidIn(scope.language, deviceName(row.userAgent ?? "")),
          since: iso(row.createdAtMs),
          isThis: Boolean(row.isThis),
          endedAt: isoOrNull(row.endedAtMs),
          endedStatus: row.endedStatus,
          last: lastOf(pushes.find(({ subscriptionId }) => subscriptionId === row.id)),
        }),
      ),
    },
    telegram: telegram && {
      ...telegram,
      link: telegram.link && { ...telegram.link, last: lastBy("telegram", link?.linkedAtMs) },
    },
    email: { address: person?.email ?? "", last: lastBy("email") },
    order: readOrder(person?.order),
  };
}

/** The order that a person chose, with each channel once: what an earlier version did not know comes last. */
function readOrder(stored: string | null | undefined): Channel[] {
  const chosen = (stored ?? "").split(",");
  const known = chosen.flatMap((name) => CHANNELS.filter((channel) => channel === name));
  return [...new Set([...known, ...CHANNELS])];
}
