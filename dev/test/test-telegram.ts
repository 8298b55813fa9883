import type { Stack } from "../stack.ts";
import type { ChatMessage, Person } from "../telegram/chat-book.ts";
import type { UpdateAnswer } from "../telegram/server.ts";
import { outage } from "./test-stand-ins.ts";

/** Set-up for tests of Telegram; people and their chats with the bot are the stand-in's. */

type TelegramStack = { urls: Pick<Stack["urls"], "telegram"> };

/** As long as other waits of tests: the stand-in's own half a minute is meant for a person. */
const WAIT_MS = 100_000;

let people = 0;

/** A new person with Telegram, who has not started the bot yet. @param changes without a `username` of null, one is made */
export async function newTelegramPerson(
  { urls }: TelegramStack,
  changes: { firstName?: string; username?: string | null; languageCode?: string } = {},
): Promise<Person> {
  people += 1;
  const { firstName = "Vanna", username = `vanna_${Date.now().toString(36)}${people}`, languageCode = "en" } = changes;
  const body = { firstName, ...(username !== null && { username }), languageCode };
  return call<Person>(`${urls.telegram}/people`, "POST", body);
}

/** Follows a deep link of the product and presses Start. @returns the status of the webhook's answer */
export function openLink({ urls }: TelegramStack, { id }: Person, link: string): Promise<UpdateAnswer> {
  return call(`${urls.telegram}/people/${id}/open`, "POST", { link });
}

/** Writes to the bot. */
export function writeToBot({ urls }: TelegramStack, { id }: Person, text: string): Promise<UpdateAnswer> {
  return call(`${urls.telegram}/people/${id}/send`, "POST", { text });
}

/** Blocks the bot, as a person does who stops it: messages get 403. */
export function blockBot({ urls }: TelegramStack, { id }: Person): Promise<UpdateAnswer> {
  return call(`${urls.telegram}/people/${id}/block`, "POST");
}

export function unblockBot({ urls }: TelegramStack, { id }: Person): Promise<UpdateAnswer> {
  return call(`${urls.telegram}/people/${id}/unblock`, "POST");
}

/** Sends any update to the webhook: one of a group, or with an `update_id` one that comes again. */
export function sendUpdate({ urls }: TelegramStack, update: Record<string, unknown>): Promise<UpdateAnswer> {
  return call(`${urls.telegram}/updates`, "POST", { update });
}

/** Waits for the bot's next message to a person. @param after `at` of an earlier one */
export function nextBotMessage({ urls }: TelegramStack, { id }: Person, after?: string): Promise<ChatMessage> {
  const query = { chat: String(id), from: "bot", timeoutMs: String(WAIT_MS), ...(after ? { after } : {}) };
  return call(`${urls.telegram}/messages/wait?${new URLSearchParams(query)}`);
}

/** The bot's messages to a person so far, oldest first. */
export async function botMessagesTo({ urls }: TelegramStack, { id }: Person): Promise<ChatMessage[]> {
  const query = new URLSearchParams({ chat: String(id), from: "bot" });
  return (await call<ChatMessage[]>(`${urls.telegram}/messages?${query}`)).reverse();
}

/** How often the product sent to a person's chat, by the status that was answered; `hung` is without an answer. */
export async function callsToChat({ urls }: TelegramStack, { id }: Person): Promise<Record<string, number>> {
  return (await call<Person>(`${urls.telegram}/people/${id}`)).requests;
}

/** Makes sending to one chat fail, until the mode `off`. The modes are in `dev/telegram/bot-api.ts`. */
export function failMessagesTo({ urls }: TelegramStack, { id }: Person, mode: string): Promise<void> {
  return outage(`${urls.telegram}/people/${id}`, mode);
}

/** @typeParam Answer the type of the stand-in's answer, which is not validated */
async function call<Answer>(url: string, method = "GET", body: object = {}): Promise<Answer> {
  const reply = await fetch(url, { method, ...(method === "POST" && { body: JSON.stringify(body) }) });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Answer;
}
