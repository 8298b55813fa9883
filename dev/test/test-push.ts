import type { PushMessage } from "../../worker/contract/channels.ts";
import type { Message } from "../push/push-book.ts";
import type { BrowserAnswer } from "../push/server.ts";
import type { Stack } from "../stack.ts";
import { outage } from "./test-stand-ins.ts";

/** Set-up for tests of web push; browsers and their push service are the stand-in's. */

/** A browser's subscription: `endpoint` and `keys` are what a page sends to the product. */
export type TestBrowser = Pick<BrowserAnswer, "id" | "endpoint" | "keys">;

/** A push that a browser got, decrypted. `at` is for the next call of {@link nextPush}. */
export type ReceivedPush = Omit<Message, "text"> & { message: PushMessage };

type PushStack = Pick<Stack, "settings"> & { urls: Pick<Stack["urls"], "push"> };

/** As long as other waits of tests: the stand-in's own half a minute is meant for a person. */
const WAIT_MS = 100_000;

/** Subscribes a new browser at its push service, for the product's key; the product does not know of it yet. */
export async function newBrowser({ settings, urls }: PushStack, name?: string): Promise<TestBrowser> {
  const applicationServerKey = settings.VAPID_PUBLIC_KEY;
  return call<BrowserAnswer>(`${urls.push}/subscriptions`, "POST", { applicationServerKey, ...(name && { name }) });
}

/** Waits for the next push that a browser gets. @param after `at` of an earlier one */
export async function nextPush({ urls }: PushStack, { id }: TestBrowser, after?: string): Promise<ReceivedPush> {
  const query = new URLSearchParams({ subscription: id, timeoutMs: String(WAIT_MS), ...(after ? { after } : {}) });
  return received(await call<Message>(`${urls.push}/messages/wait?${query}`));
}

/** All pushes that the service took for a browser so far, oldest first. */
export async function pushesTo({ urls }: PushStack, { id }: TestBrowser): Promise<ReceivedPush[]> {
  const all = await call<Message[]>(`${urls.push}/messages?${new URLSearchParams({ subscription: id })}`);
  return all.reverse().map(received);
}

/** Sends the receipt of a push to the product, as the service worker does that shows it. @returns the product's status */
export async function sayShown({ urls }: PushStack, { id }: Pick<ReceivedPush, "id">): Promise<number> {
  return (await call<{ status: number }>(`${urls.push}/messages/${id}/shown`, "POST")).status;
}

/** How often the product called a browser's endpoint, by the status that was answered; `hung` is without an answer. */
export async function callsTo({ urls }: PushStack, { id }: TestBrowser): Promise<Record<string, number>> {
  return (await call<BrowserAnswer>(`${urls.push}/subscriptions/${id}`)).requests;
}

/** Makes the push service fail for one browser, until the mode `off`. The modes are in `dev/push/push-protocol.ts`. */
export function failPushesTo({ urls }: PushStack, { id }: TestBrowser, mode: string): Promise<void> {
  return outage(`${urls.push}/subscriptions/${id}`, mode);
}

/** Takes a browser off line, where pushes wait for it, or back. */
export async function setOffline({ urls }: PushStack, { id }: TestBrowser, isOffline: boolean): Promise<void> {
  await call(`${urls.push}/subscriptions/${id}`, "POST", { isOffline });
}

/** Ends a subscription at the push service, as a browser does whose person withdraws the permission: pushes get 410. */
export async function endBrowser({ urls }: PushStack, { id }: TestBrowser): Promise<void> {
  const reply = await fetch(`${urls.push}/subscriptions/${id}`, { method: "DELETE" });
  if (!reply.ok) throw new Error(`the subscription did not end: ${reply.status}`);
}

function received({ text, ...rest }: Message): ReceivedPush {
  if (text === null) throw new Error(`a push could not be decrypted: ${rest.fault}`);
  return { ...rest, message: JSON.parse(text) };
}

/** @typeParam Answer the type of the stand-in's answer, which is not validated */
async function call<Answer>(url: string, method = "GET", body: object = {}): Promise<Answer> {
  const reply = await fetch(url, { method, ...(method === "POST" && { body: JSON.stringify(body) }) });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Answer;
}
