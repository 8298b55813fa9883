import type { Settings } from "../platform/env.ts";

/** The operator's bot. */
export type TelegramBot = {
  /** Its name without @. */
  name: string;
  token: string;
  /** What Telegram sends with each update, so that nobody else's counts. */
  secret: string;
  apiUrl: string;
};

/** The settings of the bot. */
export type BotSettings = Pick<Settings, `TELEGRAM_${"BOT_TOKEN" | "BOT_NAME" | "WEBHOOK_SECRET" | "API_URL"}`>;

/** The bot of this installation; null where it has none, and the product shows no Telegram. */
export function telegramBot(settings: BotSettings): TelegramBot | null {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_BOT_NAME: name, TELEGRAM_WEBHOOK_SECRET: secret } = settings;
  return token && name && secret ? { name, token, secret, apiUrl: settings.TELEGRAM_API_URL } : null;
}

/** The deep link that opens the bot's chat, and gives it a token when the person presses Start. */
export function deepLink({ name }: TelegramBot, token: string): string {
  return `https://t.me/${name}?start=${token}`;
}
