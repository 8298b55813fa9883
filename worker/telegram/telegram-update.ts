import * as z from "zod";
import { DISGUISING } from "../contract/displayable.ts";
import { type Language, languageOf } from "../contract/languages.ts";
import { TEXT_MAX } from "../contract/limits.ts";

/** A private chat, and who writes there. */
export type Chat = {
  id: string;
  /** `@name`, or the first name. */
  name: string;
  /** The language of the person's Telegram. */
  language: Language;
};

/** What an update says. `atMs`: when, by Telegram's clock, which counts whole seconds. */
export type TelegramUpdate = { chat: Chat; atMs: number } & (
  | { kind: "start"; token: string | null }
  | { kind: "stop" }
  | { kind: "other" }
  /** The person blocked the bot, or no longer does. */
  | { kind: "blocked" }
  | { kind: "unblocked" }
);

const chat = z.object({ id: z.int(), type: z.literal("private") });
const person = z.object({
  is_bot: z.literal(false),
  first_name: z.string().default(""),
  username: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional()
    .catch(undefined),
  language_code: z.string().max(35).optional().catch(undefined),
});
const date = z.int().positive();
const messageUpdate = z.object({
  message: z.object({ chat, from: person, date, text: z.string().optional() }),
});
const memberUpdate = z.object({
  my_chat_member: z.object({ chat, from: person, date, new_chat_member: z.object({ status: z.string() }) }),
});

/**
 * What an update of the Bot API says; null for one that says nothing to us, as from a group, where messages about an account do not
 * belong. Source: Bot API, Update
 */
export function readUpdate(body: unknown): TelegramUpdate | null {
  const said = messageUpdate.safeParse(body).data?.message;
  if (said) return { ...sentBy(said), ...commandOf(said.text ?? "") };
  const member = memberUpdate.safeParse(body).data?.my_chat_member;
  if (!member) return null;
  const { status } = member.new_chat_member;
  if (status === "kicked") return { ...sentBy(member), kind: "blocked" };
  return status === "member" ? { ...sentBy(member), kind: "unblocked" } : null;
}

type Said = { chat: z.output<typeof chat>; from: z.output<typeof person>; date: number };

function sentBy({ chat: { id }, from, date: atS }: Said): { chat: Chat; atMs: number } {
  const [code] = (from.language_code ?? "").toLowerCase().split("-");
  return { chat: { id: String(id), name: nameOf(from), language: languageOf(code) }, atMs: atS * 1_000 };
}

function nameOf({ username, first_name }: z.output<typeof person>): string {
  if (username !== undefined) return `@${username}`;
  const shown = [...first_name.normalize("NFC")].filter((character) => !DISGUISING.test(character)).join("");
  return [...shown.trim()].slice(0, TEXT_MAX.name).join("") || "Telegram";
}

/** A command as clients send it, with the bot's name where a person typed it. */
const COMMAND = /^\/(start|stop)(?:@\w+)?(?:\s+(\S+))?\s*$/i;
/** What we make: `randomToken`. */
const TOKEN = /^[\w-]{43}$/;

function commandOf(text: string): { kind: "start"; token: string | null } | { kind: "stop" | "other" } {
  const [, name, given] = COMMAND.exec(text.trim()) ?? [];
  if (name?.toLowerCase() === "stop") return { kind: "stop" };
  if (name === undefined) return { kind: "other" };
  // What is not a token of ours is answered like one that was used.
  return { kind: "start", token: given === undefined ? null : TOKEN.test(given) ? given : "" };
}
