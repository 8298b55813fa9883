import * as z from "zod";
import type { ChannelAnswer, TelegramMessage } from "../platform/services/channel-answer.ts";
import { type BotSettings, telegramBot } from "./telegram-bot.ts";
import { messageOf } from "./telegram-message.ts";

const TIMEOUT_MS = 8_000;
const BODY_BYTES_MAX = 64 * 1_024;

const reply = z.object({
  ok: z.boolean(),
  description: z.string().default(""),
  parameters: z.object({ retry_after: z.number().positive().optional() }).default({}),
});

/**
 * Sends a message to a chat by the bot. Never throws, and never sends twice by itself: after `unknown` the message may have arrived.
 * Source: Bot API, sendMessage and "Making requests"
 */
export async function sendTelegram(
  settings: BotSettings,
  chatId: string,
  message: TelegramMessage | { text: string },
): Promise<ChannelAnswer> {
  const bot = telegramBot(settings);
  if (!bot) return { outcome: "refused", status: 0 };
  try {
    const response = await fetch(new URL(`/bot${bot.token}/sendMessage`, bot.apiUrl), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(messageOf(chatId, message)),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answerOf(response.status, await bodyOf(response));
  } catch (error) {
    // The error itself is not logged: the address in its text has the bot's token.
    return { outcome: wasNothingSent(error) ? "failed" : "unknown", status: 0 };
  }
}

type Reply = z.output<typeof reply>;

/** A gateway's or Cloudflare's answer in the place of a server that may have taken the message. */
const MAY_BE_SENT: ReadonlySet<number> = new Set([504, 520, 522, 524]);

/** What Telegram's answer means. @param body null for one that cannot be read, as of a proxy on the way */
export function answerOf(status: number, body: Reply | null): ChannelAnswer {
  if (status === 200) return { outcome: body?.ok ? "accepted" : "unknown", status };
  if (status === 429) {
    const seconds = body?.parameters.retry_after;
    return { outcome: "busy", status, ...(seconds !== undefined && { retryAfterMs: Math.ceil(seconds * 1_000) }) };
  }
  if (MAY_BE_SENT.has(status)) return { outcome: "unknown", status };
  if (status === 503) return { outcome: "busy", status };
  if (status >= 500) return { outcome: "failed", status };
  return { outcome: isGone(status, body?.description ?? "") ? "gone" : "refused", status };
}

/** The chat takes no messages: the person blocked the bot, deleted their account, or there is no such chat. */
function isGone(status: number, description: string): boolean {
  return status === 403 || (status === 400 && /chat not found|user is deactivated|peer_id_invalid/i.test(description));
}

async function bodyOf(response: Response): Promise<Reply | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  const text = await new Blob(chunks as Uint8Array<ArrayBuffer>[]).text();
  try {
    return reply.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Whether a request failed before anything of it was sent. Cloudflare's runtime says of a refused connection what it says of one that was
 * cut later, so that there it is doubt.
 */
function wasNothingSent(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === "TimeoutError" || error.name === "AbortError") return false;
  return /refused|dns|resolve|unable to connect|name not|ECONNREFUSED|ENOTFOUND/i.test(
    `${error.message} ${"code" in error ? String(error.code) : ""}`,
  );
}
