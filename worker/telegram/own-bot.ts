import { AppError } from "../contract/errors.ts";
import { joinLanguages } from "../contract/translated.ts";
import type { Scope } from "../platform/scope.ts";
import { type TelegramBot, telegramBot } from "./telegram-bot.ts";
import { TELEGRAM_TEXT as khmer } from "./telegram-text.km.ts";
import { TELEGRAM_TEXT as english } from "./telegram-text.ts";

export const TEXT = joinLanguages({ en: english, km: khmer });

/** The bot of this installation. @throws AppError `not_found` where it has none */
export function ownBot({ settings }: Pick<Scope, "settings">): TelegramBot {
  const bot = telegramBot(settings);
  if (!bot) throw new AppError("not_found", TEXT.off);
  return bot;
}
