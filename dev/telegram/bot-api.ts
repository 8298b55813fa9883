import { z } from "zod";
import { answerWithPage } from "../stand-in/http-outage.ts";

/**
 * The shapes of Telegram's Bot API that a bot of private chats needs.
 * Source: https://core.telegram.org/bots/api
 */

/** A call that is refused, as the Bot API answers it. */
export class BotApiRefusal extends Error {
  readonly code: number;
  readonly retryAfterS: number | undefined;

  constructor(code: number, description: string, retryAfterS?: number) {
    super(description);
    this.name = "BotApiRefusal";
    this.code = code;
    this.retryAfterS = retryAfterS;
  }
}

export function answerResult(result: unknown, description?: string): Response {
  return Response.json({ ok: true, result, ...(description && { description }) });
}

export function answerRefusal({ code, message, retryAfterS }: BotApiRefusal): Response {
  const parameters = retryAfterS === undefined ? {} : { parameters: { retry_after: retryAfterS } };
  return Response.json({ ok: false, error_code: code, description: message, ...parameters }, { status: code });
}

const refuse = (code: number, description: string, retryAfterS?: number) => () =>
  answerRefusal(new BotApiRefusal(code, description, retryAfterS));

/** How long `slow` takes to answer. */
export const SLOW_MS = 3_000;
export const RETRY_AFTER_S = 2;

/** The failures for `POST /outage`, of the whole service or of one person's chat. `lost`: the message is sent, its answer never comes. */
export const FAILURES = {
  slow: () => null,
  hang: "hold",
  lost: () => null,
  html: answerWithPage,
  redirect: () => new Response(null, { status: 307, headers: { Location: "/redirected" } }),
  "400": refuse(400, "Bad Request: chat not found"),
  "401": refuse(401, "Unauthorized"),
  "403": refuse(403, "Forbidden: bot was blocked by the user"),
  "429": refuse(429, `Too Many Requests: retry after ${RETRY_AFTER_S}`, RETRY_AFTER_S),
  "500": refuse(500, "Internal Server Error"),
} as const;

/** Parameters may come as JSON, as a form, or in the query; objects within a form are JSON texts. */
export async function readParameters(request: Request): Promise<Record<string, unknown>> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  if (request.method === "GET") return query;
  const type = request.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/json")) {
    const body = z.record(z.string(), z.unknown()).safeParse(await request.json().catch(() => undefined));
    if (!body.success) throw new BotApiRefusal(400, "Bad Request: object expected as JSON");
    return { ...query, ...body.data };
  }
  if (type.startsWith("application/x-www-form-urlencoded")) {
    return { ...query, ...Object.fromEntries(new URLSearchParams(await request.text())) };
  }
  return query;
}

function fromJsonText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const id = z.union([z.number().int(), z.string().min(1)]).transform(String);
const flag = z.preprocess((value) => (typeof value === "string" ? value === "true" : value), z.boolean());

const button = z.looseObject({ text: z.string().min(1), url: z.string().optional() });
export type Button = z.infer<typeof button>;
const keyboard = z.looseObject({ inline_keyboard: z.array(z.array(button)).optional() });

/** Parameters of `sendMessage`. */
export const sendMessageParameters = z.looseObject({
  chat_id: id,
  text: z.string(),
  parse_mode: z.string().optional(),
  disable_notification: flag.optional(),
  protect_content: flag.optional(),
  reply_markup: z.preprocess(fromJsonText, keyboard).optional(),
});

/** Parameters of `setWebhook`. */
export const setWebhookParameters = z.looseObject({
  url: z.string(),
  secret_token: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,256}$/)
    .optional(),
  allowed_updates: z.preprocess(fromJsonText, z.array(z.string())).optional(),
  drop_pending_updates: flag.optional(),
  max_connections: z.coerce.number().int().min(1).max(100).optional(),
});

/** @throws BotApiRefusal that names the parameter, as the service does */
export function parseParameters<T>(schema: z.ZodType<T>, given: Record<string, unknown>): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? "parameters");
  if (name === "text" || name === "chat_id") {
    if (given[name] === undefined || given[name] === "") {
      throw new BotApiRefusal(
        400,
        name === "text" ? "Bad Request: message text is empty" : "Bad Request: chat_id is empty",
      );
    }
  }
  throw new BotApiRefusal(400, `Bad Request: can't parse ${name}: ${issue?.message}`);
}

const TEXT_MAX = 4_096;
const TAGS = new Set(["a", "b", "strong", "i", "em", "u", "ins", "s", "strike", "del", "code", "pre", "blockquote"]);
const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"' };

/**
 * The text of a message as a person reads it.
 * @throws BotApiRefusal when it is empty, too long, or its markup is not valid
 */
export function readText(text: string, parseMode: string | undefined): string {
  const plain = plainText(text, parseMode).trim();
  if (plain === "") throw new BotApiRefusal(400, "Bad Request: message text is empty");
  if (plain.length > TEXT_MAX) throw new BotApiRefusal(400, "Bad Request: message is too long");
  return plain;
}

function plainText(text: string, parseMode: string | undefined): string {
  if (parseMode === undefined || parseMode === "") return text;
  // Markdown is Telegram's too, but no one here needs it.
  if (parseMode.toLowerCase() !== "html") throw new BotApiRefusal(400, "Bad Request: unsupported parse_mode");
  const open: string[] = [];
  const plain = text.replace(
    /<(\/?)([a-z-]+)(?:\s[^<>]*)?>|[<>]/gi,
    (found, closes: string | undefined, tag?: string) => {
      const name = tag?.toLowerCase() ?? "";
      if (!TAGS.has(name)) {
        throw new BotApiRefusal(400, `Bad Request: can't parse entities: Unsupported start tag "${name || found}"`);
      }
      if (closes !== "/") open.push(name);
      else if (open.pop() !== name)
        throw new BotApiRefusal(400, "Bad Request: can't parse entities: Unmatched end tag");
      return "";
    },
  );
  const unclosed = open.at(-1);
  if (unclosed) throw new BotApiRefusal(400, `Bad Request: can't parse entities: Can't find end tag of "${unclosed}"`);
  return plain.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => ENTITIES[name] ?? "");
}

/**
 * The buttons under a message. The service refuses addresses of this machine, which a local bot has: they are accepted here.
 * @throws BotApiRefusal for a button without a valid address
 */
export function readButtons(markup: z.infer<typeof keyboard> | undefined): Button[] {
  const buttons = markup?.inline_keyboard?.flat() ?? [];
  for (const { url, callback_data } of buttons) {
    if (url === undefined ? typeof callback_data !== "string" : !isLink(url)) {
      throw new BotApiRefusal(400, "Bad Request: BUTTON_URL_INVALID");
    }
  }
  return buttons;
}

function isLink(url: string): boolean {
  return /^(?:https?|tg):$/.test(URL.parse(url)?.protocol ?? "");
}
