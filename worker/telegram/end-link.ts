import { saidIn } from "../contract/translated.ts";
import { auditEach, ownAccount } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { TEXT } from "./own-bot.ts";
import { sendTelegram } from "./send-telegram.ts";
import { dropToken, endLink, ownLink, selectLink } from "./telegram-store.ts";

/**
 * Ends the link of the caller's chat, which is told; without one it changes nothing. Also where the bot was taken away: nothing of it may
 * stay for good.
 * @throws AppError `not_signed_in` | `too_many_requests`
 */
export async function endOwnLink(scope: Scope): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { rows } = await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "profileByAccount", callerId, nowMs),
    selectLink(query, callerId),
    auditEach(
      query,
      {
        actor: callerId,
        action: "user.telegram_unlinked",
        subject: ownAccount(callerId),
        detail: { by: "page" },
      },
      ownLink(callerId),
      nowMs,
    ),
    endLink(query, callerId),
  ]);
  const [, [ended]] = rows;
  if (ended && ended.blockedAtMs === null) {
    scope.defer(sendTelegram(scope.settings, ended.chatId, { text: saidIn(scope.language, TEXT.unlinked) }));
  }
}

/** Gives the caller's deep link up, also one that a chat has opened: it was not theirs. @throws as {@link endOwnLink} */
export async function dropDeepLink(scope: Scope): Promise<void> {
  const { query } = scope.db;
  await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "profileByAccount", callerId, scope.now()),
    dropToken(query, callerId),
  ]);
}
