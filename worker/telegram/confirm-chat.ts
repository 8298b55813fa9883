import { mustHaveChangedOne } from "../../db/guard.ts";
import { DELIVERY } from "../contract/channels.ts";
import { AppError } from "../contract/errors.ts";
import { saidIn, type Translated } from "../contract/translated.ts";
import { audit, auditEach, ownAccount } from "../platform/audit-log-store.ts";
import { countOneIfCaller } from "../platform/counter-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMail, queueMailToUser } from "../platform/mail/outbox-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { mustBeSameCaller } from "../platform/session-store.ts";
import { ownBot, TEXT } from "./own-bot.ts";
import { sendTelegram } from "./send-telegram.ts";
import { chatLinkedMail, chatTakenContent } from "./telegram-mails.ts";
import {
  endOthersLink,
  hasOthersLink,
  LINKED,
  type LinkRow,
  othersLink,
  saveLink,
  selectLink,
  selectPending,
  takeToken,
} from "./telegram-store.ts";
import { linkView, type TelegramLink } from "./telegram-view.ts";

/**
 * Links the chat that opened the caller's deep link, which they saw and confirm. A chat of the caller from before gets nothing more. The
 * same chat of another person neither: that person is told by a notification and a mail. Again it changes nothing.
 * @param id of the deep link
 * @throws AppError `not_found` without a bot | `not_signed_in` | `too_many_requests` | `wrong_state`: no chat has opened it, or it is no
 * longer valid
 */
export async function confirmChat(scope: Scope, id: string): Promise<TelegramLink> {
  ownBot(scope);
  try {
    return await confirmOnce(scope, id);
  } catch (error) {
    // The same confirmation came first: its link is the answer to this one too.
    if (refusedBy(error, "telegram_token_gone")) return await confirmOnce(scope, id);
    throw error;
  }
}

async function confirmOnce(scope: Scope, id: string): Promise<TelegramLink> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectPending(query, callerId, nowMs),
    selectLink(query, callerId),
  ]);
  const [[pending], [previous]] = rows;
  if (pending?.id !== id) return linkedBefore(previous, nowMs);
  const { chatId, name, openedAtMs } = pending;
  if (chatId === null || name === null || openedAtMs === null) throw new AppError("wrong_state", TEXT.notOpened);

  const [ownMail, othersMail] = [crypto.randomUUID(), crypto.randomUUID()];
  const { APP_ORIGIN } = scope.settings;
  const { rows: written } = await authorizedBatch(scope, "act", (callerId) => [
    mustBeSameCaller(query, callerId, caller),
    ...countOneIfCaller(query, "telegramLinkByAccount", callerId, nowMs),
    takeToken(query, callerId, { id, chatId }, nowMs),
    mustHaveChangedOne(query, "telegram_token_gone"),
    queueMailToUser(query, othersMail, chatTakenContent(APP_ORIGIN), hasOthersLink(chatId, callerId), nowMs),
    auditEach(
      query,
      {
        actor: "system",
        action: "user.telegram_unlinked",
        subject: LINKED.account,
        detail: { by: "other_account" },
      },
      othersLink(chatId, callerId),
      nowMs,
    ),
    endOthersLink(query, chatId, callerId),
    saveLink(query, callerId, { chatId, name, heardAtMs: openedAtMs }, nowMs),
    queueMail(query, ownMail, chatLinkedMail(pending.email, APP_ORIGIN, name), nowMs),
    audit(query, { actor: callerId, action: "user.telegram_linked", subject: ownAccount(callerId) }, nowMs),
    selectLink(query, callerId),
  ]);
  sendSoon(scope, [ownMail, othersMail]);
  const say = (to: string, text: Translated) =>
    scope.defer(sendTelegram(scope.settings, to, { text: saidIn(scope.language, text) }));
  say(chatId, pending.isOthers ? TEXT.linkedInstead : TEXT.linked);
  if (previous && previous.chatId !== chatId) say(previous.chatId, TEXT.movedAway);
  // A list of statements of any length has lost their types; the last one reads the link.
  const [link] = written.at(-1) as unknown as LinkRow[];
  if (!link) throw new Error("a link that was just made is missing");
  return linkView(link);
}

/** The answer to a confirmation that came before and whose answer was lost. @throws AppError `wrong_state` */
function linkedBefore(link: LinkRow | undefined, nowMs: number): TelegramLink {
  if (link && link.linkedAtMs > nowMs - DELIVERY.linkMs) return linkView(link);
  throw new AppError("wrong_state", TEXT.gone);
}
