import * as z from "zod";
import { digest } from "./settings-file.ts";
import { settingsOf } from "./settings-step.ts";
import type { Finding, Setup, Step } from "./setup-context.ts";

const TIMEOUT_MS = 10_000;
/** What the bot hears of: messages, and whether a person blocks it. Source: Bot API, Update */
const UPDATES = ["message", "my_chat_member"] as const;
/** The one command besides Start, as Telegram's menu shows it. */
const COMMANDS = [
  { language: "", commands: [{ command: "stop", description: "End the notifications in this chat" }] },
  { language: "km", commands: [{ command: "stop", description: "បញ្ឈប់ការជូនដំណឹងក្នុងការជជែកនេះ" }] },
] as const;
/** Beside the names of secrets: what Telegram was told. */
const WEBHOOK = "TELEGRAM_WEBHOOK";

const reply = z.object({ ok: z.boolean(), result: z.unknown().optional(), description: z.string().default("") });
const webhookInfo = z.object({ url: z.string(), last_error_message: z.string().optional() });
const botUser = z.object({ username: z.string() });

/**
 * Telegram sends what people write to the bot to the product. Telegram shows its secret to nobody, so the settings file's digests say
 * whether it was told this one.
 */
export const telegramStep: Step = {
  title: "Telegram",
  async look(setup): Promise<Finding> {
    const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_BOT_NAME: name = "", APP_ORIGIN } = settingsOf(setup, "product");
    if (!token || !APP_ORIGIN) return { state: "done", what: "off: there is no TELEGRAM_BOT_TOKEN" };
    const bot = await call(setup, "getMe");
    if (bot.kind === "refused") {
      return {
        state: "blocked",
        what: "credentials are refused",
        help: ["TELEGRAM_BOT_TOKEN is not accepted. From: @BotFather, /mybots"],
      };
    }
    if (bot.kind === "silent") return { state: "done", what: "could not be checked", notes: [NOT_REACHED] };
    const username = botUser.safeParse(bot.result).data?.username;
    if (username?.toLowerCase() !== name.toLowerCase()) {
      const help = [`TELEGRAM_BOT_NAME is "${name}", and the token is that of ${username}.`];
      return { state: "blocked", what: "the name is another bot's", help };
    }
    const url = `${APP_ORIGIN}/api/telegram/webhook`;
    const info = webhookInfo.safeParse((await call(setup, "getWebhookInfo")).result).data;
    if (info?.url === url && setup.file.sent()[WEBHOOK] === digest(toldTo(setup, url))) {
      const notes = info.last_error_message ? [`Telegram's last error at the webhook: ${info.last_error_message}`] : [];
      return { state: "done", what: `@${username} sends to ${url}`, notes };
    }
    const instead = info?.url && info.url !== url ? ` instead of ${info.url}` : "";
    return { state: "missing", what: `let @${username} send to ${url}${instead}`, make: () => setWebhook(setup, url) };
  },
};

const NOT_REACHED =
  "api.telegram.org did not answer this machine: run `bun run setup` again from another one, as nobody can link a chat before.";

async function setWebhook(setup: Setup, url: string): Promise<string[]> {
  const { TELEGRAM_WEBHOOK_SECRET: secret_token } = settingsOf(setup, "product");
  await mustCall(setup, "setWebhook", { url, secret_token, allowed_updates: UPDATES });
  setup.file.recordSent({ [WEBHOOK]: toldTo(setup, url) });
  for (const { language, commands } of COMMANDS) {
    await mustCall(setup, "setMyCommands", { commands, ...(language && { language_code: language }) });
  }
  return [`Telegram sends ${UPDATES.join(" and ")} to ${url}`];
}

/** The settings that are sent to Telegram, as one text: it differs when the bot, the address or the secret does. */
function toldTo(setup: Setup, url: string): string {
  const { TELEGRAM_BOT_TOKEN, TELEGRAM_WEBHOOK_SECRET } = settingsOf(setup, "product");
  return [TELEGRAM_BOT_TOKEN, url, TELEGRAM_WEBHOOK_SECRET, ...UPDATES].join(" ");
}

type Answer = { kind: "ok" | "refused" | "silent"; result?: unknown; description: string };

async function mustCall(setup: Setup, method: string, parameters: object): Promise<void> {
  const { kind, description } = await call(setup, method, parameters);
  if (kind !== "ok") throw new Error(`Telegram refused ${method}: ${description || "it did not answer"}`);
}

/** Calls a method of the Bot API. No error has its address, which has the token. */
async function call(setup: Setup, method: string, parameters: object = {}): Promise<Answer> {
  const { TELEGRAM_BOT_TOKEN, TELEGRAM_API_URL = "https://api.telegram.org" } = settingsOf(setup, "product");
  try {
    const response = await fetch(new URL(`/bot${TELEGRAM_BOT_TOKEN}/${method}`, TELEGRAM_API_URL), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(parameters),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { ok, result, description } = reply.parse(await response.json());
    return {
      kind: ok ? "ok" : response.status >= 500 || response.status === 429 ? "silent" : "refused",
      result,
      description,
    };
  } catch {
    return { kind: "silent", description: "" };
  }
}
