import * as z from "zod";

/** The settings of the operator's Telegram bot. */
export const telegramSettings = {
  /** When it is empty, the product shows no Telegram. */
  TELEGRAM_BOT_TOKEN: z
    .literal("")
    .or(z.string().regex(/^\d{1,20}:[\w-]{20,100}$/, "must be the token that @BotFather gave"))
    .default(""),
  /** The bot's name without @. */
  TELEGRAM_BOT_NAME: z
    .literal("")
    .or(z.string().regex(/^[A-Za-z]\w{3,31}$/, "must be the bot's name without @"))
    .default(""),
  /** What Telegram sends with each update: characters that its setWebhook takes. */
  TELEGRAM_WEBHOOK_SECRET: z
    .literal("")
    .or(z.string().regex(/^[\w-]{16,256}$/, "must be 16 to 256 letters, digits, _ or -"))
    .default(""),
  TELEGRAM_API_URL: z.url().default("https://api.telegram.org"),
};

type TelegramSettings = z.output<z.ZodObject<typeof telegramSettings>>;

/** The fault of settings of the bot that are valid each by itself; null without one. A bot that could not hear is a mistake of the set-up. */
export function telegramFault(settings: TelegramSettings, { isLocal }: { isLocal: boolean }): string | null {
  if (settings.TELEGRAM_BOT_TOKEN === "") return null;
  const missing = (["TELEGRAM_BOT_NAME", "TELEGRAM_WEBHOOK_SECRET"] as const).filter((name) => settings[name] === "");
  if (missing.length > 0) return `${missing.join(", ")}: must be set with TELEGRAM_BOT_TOKEN`;
  // The bot's token is part of the address.
  const isEncrypted = new URL(settings.TELEGRAM_API_URL).protocol === "https:";
  return isEncrypted || isLocal ? null : "TELEGRAM_API_URL: must be https but for localhost";
}
