import { type Language, languageOrNull } from "../contract/languages.ts";
import { saidIn, type Translated } from "../contract/translated.ts";
import { auditEach } from "../platform/audit-log-store.ts";
import { countOne } from "../platform/counter-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { counterKey, LIMITS } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { sha256Hex } from "../platform/secrets.ts";
import { TEXT } from "./own-bot.ts";
import { messageOf, type SentMessage } from "./telegram-message.ts";
import {
  blockChat,
  dropTokensOfChat,
  endLinkOfChat,
  LINKED,
  linkOfChat,
  openToken,
  selectOwner,
  unblockChat,
} from "./telegram-store.ts";
import type { Chat, TelegramUpdate } from "./telegram-update.ts";

/** What the bot says to an update: Telegram runs this method when it reads the answer. Source: Bot API, "Making requests when getting updates" */
export type BotReply = { method: "sendMessage" } & SentMessage;

/**
 * Does what an update says. Telegram sends an update again when the answer was lost: then it changes nothing more.
 * @returns what the bot says, or null for nothing
 */
export async function receiveUpdate(scope: Scope, update: TelegramUpdate): Promise<BotReply | null> {
  try {
    switch (update.kind) {
      case "start":
        return await (update.token === null ? help(scope, update) : open(scope, update, update.token));
      case "stop":
        return await stop(scope, update);
      case "other":
        return await help(scope, update);
      case "blocked":
        await block(scope, update);
        return null;
      case "unblocked":
        await scope.db.write([unblockChat(scope.db.query, update.chat.id, update.atMs)]);
        return null;
    }
  } catch (error) {
    // A chat that writes too much is not answered; what ends messages is not counted.
    if (refusedBy(error, "too_many_requests")) return null;
    throw error;
  }
}

type Heard = Pick<TelegramUpdate, "chat" | "atMs">;

async function open(scope: Scope, { chat, atMs }: Heard, token: string): Promise<BotReply> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const key = await counterKey("telegramByChat", chat.id);
  const opening = { hash: await sha256Hex(token), chatId: chat.id, name: chat.name, atMs };
  const [, , [opened], , [owner]] = await scope.db.write([
    countOne(query, key, LIMITS.telegramByChat, nowMs),
    ...openToken(query, opening, nowMs),
    unblockChat(query, chat.id, atMs),
    selectOwner(query, chat.id),
  ]);
  if (opened) {
    const language = languageOrNull(opened.language) ?? chat.language;
    return reply(scope, chat, language, opened.isOthers ? TEXT.confirmOthers : TEXT.confirm);
  }
  return reply(scope, chat, languageFor(owner, chat), owner ? TEXT.linkWorthlessStill : TEXT.linkWorthless);
}

async function help(scope: Scope, { chat, atMs }: Heard): Promise<BotReply> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const key = await counterKey("telegramByChat", chat.id);
  const [, , [owner]] = await scope.db.write([
    countOne(query, key, LIMITS.telegramByChat, nowMs),
    unblockChat(query, chat.id, atMs),
    selectOwner(query, chat.id),
  ]);
  return reply(scope, chat, languageFor(owner, chat), owner ? TEXT.helpLinked : TEXT.notLinked);
}

async function stop(scope: Scope, { chat, atMs }: Heard): Promise<BotReply> {
  const { query } = scope.db;
  const [[owner]] = await scope.db.write([
    selectOwner(query, chat.id),
    auditEach(
      query,
      {
        actor: LINKED.person,
        action: "user.telegram_unlinked",
        subject: LINKED.account,
        detail: { by: "chat" },
      },
      linkOfChat(chat.id, atMs),
      scope.now(),
    ),
    endLinkOfChat(query, chat.id, atMs),
    dropTokensOfChat(query, chat.id, atMs),
  ]);
  const language = languageFor(owner, chat);
  if (!owner) return reply(scope, chat, language, TEXT.notLinked);
  // One that comes again after the chat was linked anew.
  return reply(scope, chat, language, owner.heardAtMs > atMs ? TEXT.helpLinked : TEXT.stopped);
}

async function block(scope: Scope, { chat, atMs }: Heard): Promise<void> {
  const { query } = scope.db;
  await scope.db.write([blockChat(query, chat.id, atMs, scope.now()), dropTokensOfChat(query, chat.id, atMs)]);
}

/** The language of the account that a chat belongs to, else that of the person's Telegram. */
function languageFor(owner: { language: string | null } | undefined, chat: Chat): Language {
  return languageOrNull(owner?.language) ?? chat.language;
}

function reply({ settings }: Scope, chat: Chat, language: Language, text: Translated): BotReply {
  const link = `${settings.APP_ORIGIN}/notifications`;
  const message = { text: saidIn(language, text), link, button: saidIn(language, TEXT.open) };
  return { method: "sendMessage", ...messageOf(chat.id, message) };
}
