import { iso } from "../contract/iso-time.ts";
import type { BotSettings } from "./telegram-bot.ts";
import { telegramBot } from "./telegram-bot.ts";
import type { LinkRow, PendingRow } from "./telegram-store.ts";

/** Whether this installation has a bot. */
export function isTelegramOn(settings: BotSettings): boolean {
  return telegramBot(settings) !== null;
}

/** A person's chat, as their pages show it. */
export type TelegramLink = { name: string; since: string; showsSums: boolean; isBlocked: boolean };

/** A person's chat, as their pages show it. */
export function linkView({ name, linkedAtMs, showsSums, blockedAtMs }: LinkRow): TelegramLink {
  return { name, since: iso(linkedAtMs), showsSums, isBlocked: blockedAtMs !== null };
}

/**
 * A person's Telegram, as their pages show it; null where this installation has no bot. A deep link has the name of who opened it, whom
 * its person confirms; null before.
 */
export function telegramView(settings: BotSettings, link: LinkRow | undefined, pending: PendingRow | undefined) {
  const bot = telegramBot(settings);
  if (!bot) return null;
  return {
    bot: bot.name,
    link: link ? linkView(link) : null,
    pending: pending ? { id: pending.id, expiresAt: iso(pending.expiresAtMs), name: pending.name } : null,
  };
}
