import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StandIn } from "../stand-in/stand-in.ts";
import { outage } from "../test/test-stand-ins.ts";
import {
  blockBot,
  botMessagesTo,
  callsToChat,
  failMessagesTo,
  newTelegramPerson,
  nextBotMessage,
  openLink,
  sendUpdate,
  unblockBot,
  writeToBot,
} from "../test/test-telegram.ts";
import { waitUntil } from "../test/wait-until.ts";
import type { Person } from "./chat-book.ts";
import { readDeepLink } from "./deep-link.ts";
import { LOCAL_BOT, startTelegram } from "./server.ts";

setDefaultTimeout(600_000);

/** What the product answers to updates, and those that it got. */
type Product = {
  url: string;
  updates: { secret: string | null; body: { update_id: number } & Record<string, unknown> }[];
  answers: (() => Response)[];
  stop(): void;
};

let folder: string;
let stateFile: string;
let product: Product;
let telegram: StandIn;
let dara: Person;

const stack = () => ({ urls: { telegram: telegram.url } });
const start = (port = 0) =>
  startTelegram({ port, stateFile, webhook: { url: `${product.url}/webhook`, secret: "first-secret" } });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "telegram-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  stateFile = join(folder, `${crypto.randomUUID()}.json`);
  product = startProduct();
  telegram = start();
  dara = await newTelegramPerson(stack(), { firstName: "Dara", username: "dara_sok" });
});
afterEach(async () => {
  await telegram.stop();
  product.stop();
});

function startProduct(): Product {
  const updates: Product["updates"] = [];
  const answers: Product["answers"] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      updates.push({ secret: request.headers.get("X-Telegram-Bot-Api-Secret-Token"), body: await request.json() });
      return answers.shift()?.() ?? Response.json({});
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, updates, answers, stop: () => void server.stop(true) };
}

async function call(method: string, parameters: object = {}, token = LOCAL_BOT.token) {
  const reply = await fetch(`${telegram.url}/bot${token}/${method}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(parameters),
    redirect: "manual",
  });
  return { status: reply.status, body: await reply.json().catch(() => null) };
}

const link = (payload: string) => `https://t.me/${LOCAL_BOT.name}?start=${payload}`;

test("a deep link sends its payload to the webhook, with the secret and the person's name", async () => {
  expect(await openLink(stack(), dara, link("token-1"))).toMatchObject({ status: 200 });
  expect(product.updates).toEqual([
    {
      secret: "first-secret",
      body: {
        update_id: expect.any(Number),
        message: {
          message_id: 1,
          from: { id: dara.id, is_bot: false, first_name: "Dara", username: "dara_sok", language_code: "en" },
          chat: { id: dara.id, first_name: "Dara", username: "dara_sok", type: "private" },
          date: expect.any(Number),
          text: "/start token-1",
          entities: [{ type: "bot_command", offset: 0, length: 6 }],
        },
      },
    },
  ]);
});

test.each([
  [`https://t.me/${LOCAL_BOT.name}?start=abc_-9`, "abc_-9"],
  [`https://t.me/${LOCAL_BOT.name.toUpperCase()}?start=a`, "a"],
  [`tg://resolve?domain=${LOCAL_BOT.name}&start=a`, "a"],
  [`https://t.me/${LOCAL_BOT.name}`, null],
])("the link %s has the payload %s", (text, payload) => {
  expect(readDeepLink(text, LOCAL_BOT.name)).toBe(payload);
});

test.each([
  ["https://evil.example/tonle_local_bot?start=a", "evil.example"],
  ["http://t.me/tonle_local_bot?start=a", "t.me"],
  ["https://t.me/another_bot?start=a", "another_bot"],
  ["https://t.me/tonle_local_bot?start=a%20b", "start"],
  [`https://t.me/tonle_local_bot?start=${"a".repeat(65)}`, "start"],
  ["not a link", "no link"],
])("the link %s is refused", (text, reason) => {
  expect(() => readDeepLink(text, LOCAL_BOT.name)).toThrow(reason);
});

test("the bot's message appears in the chat with its button, and the answer has its number", async () => {
  await openLink(stack(), dara, link("a"));
  const reply_markup = { inline_keyboard: [[{ text: "Open", url: "http://localhost:8787/x" }]] };
  const sent = await call("sendMessage", { chat_id: String(dara.id), text: "BTC rose above 60,000", reply_markup });
  expect(sent).toMatchObject({
    status: 200,
    body: {
      ok: true,
      result: { message_id: 2, chat: { id: dara.id, type: "private" }, text: "BTC rose above 60,000" },
    },
  });
  expect(await nextBotMessage(stack(), dara)).toMatchObject({
    text: "BTC rose above 60,000",
    buttons: [{ text: "Open", url: "http://localhost:8787/x" }],
  });
});

test("a call may be JSON, a form or a query", async () => {
  await openLink(stack(), dara, link("a"));
  const url = `${telegram.url}/bot${LOCAL_BOT.token}/sendMessage`;
  const fields = { chat_id: String(dara.id), text: "two words" };
  const form = await fetch(url, { method: "POST", body: new URLSearchParams(fields) });
  const query = await fetch(`${url}?${new URLSearchParams(fields)}`);
  expect([form.status, query.status]).toEqual([200, 200]);
  expect(await botMessagesTo(stack(), dara)).toHaveLength(2);
});

test("HTML is shown as text, and markup that does not close is refused", async () => {
  await openLink(stack(), dara, link("a"));
  const send = (text: string) => call("sendMessage", { chat_id: dara.id, text, parse_mode: "HTML" });
  expect((await send("<b>Dara &amp; Sok</b>: 1 &lt; 2")).status).toBe(200);
  expect((await nextBotMessage(stack(), dara)).text).toBe("Dara & Sok: 1 < 2");
  for (const text of ["<b>open", "</b>", "<script>x</script>", "1 < 2"]) {
    expect(await send(text)).toMatchObject({
      status: 400,
      body: { ok: false, error_code: 400, description: expect.stringContaining("can't parse entities") },
    });
  }
});

test.each<[string, () => object, number, string]>([
  ["a chat that never started the bot", () => ({ chat_id: dara.id, text: "x" }), 400, "Bad Request: chat not found"],
  ["an unknown chat", () => ({ chat_id: 5, text: "x" }), 400, "Bad Request: chat not found"],
  ["no text", () => ({ chat_id: dara.id }), 400, "Bad Request: message text is empty"],
  ["a text of spaces", () => ({ chat_id: dara.id, text: "  " }), 400, "Bad Request: message text is empty"],
  [
    "a text that is too long",
    () => ({ chat_id: dara.id, text: "a".repeat(4_097) }),
    400,
    "Bad Request: message is too long",
  ],
  ["a button without an address", () => button("javascript:x"), 400, "Bad Request: BUTTON_URL_INVALID"],
])("a message with %s is refused", async (_case, parameters, status, description) => {
  expect(await call("sendMessage", parameters())).toEqual({
    status,
    body: { ok: false, error_code: status, description },
  });
});

const button = (url: string) => ({
  chat_id: dara.id,
  text: "x",
  reply_markup: { inline_keyboard: [[{ text: "Open", url }]] },
});

test("another token and an unknown method are refused as the service does", async () => {
  expect(await call("getMe", {}, "1:other")).toEqual({
    status: 401,
    body: { ok: false, error_code: 401, description: "Unauthorized" },
  });
  expect(await call("sendPicture")).toMatchObject({ status: 404, body: { ok: false, error_code: 404 } });
  expect((await call("getMe")).body.result).toMatchObject({ is_bot: true, username: LOCAL_BOT.name });
});

test("a person who blocks the bot gets nothing until they start it again, and the bot hears of both", async () => {
  await openLink(stack(), dara, link("a"));
  await blockBot(stack(), dara);
  expect(await call("sendMessage", { chat_id: dara.id, text: "x" })).toEqual({
    status: 403,
    body: { ok: false, error_code: 403, description: "Forbidden: bot was blocked by the user" },
  });
  await unblockBot(stack(), dara);
  expect((await call("sendMessage", { chat_id: dara.id, text: "x" })).status).toBe(200);
  const states = product.updates.flatMap(({ body }) => (body.my_chat_member ? [body.my_chat_member] : []));
  expect(states).toMatchObject([
    {
      chat: { id: dara.id, type: "private" },
      old_chat_member: { status: "member" },
      new_chat_member: { status: "kicked" },
    },
    { old_chat_member: { status: "kicked" }, new_chat_member: { status: "member" } },
  ]);
  expect(await callsToChat(stack(), dara)).toEqual({ "200": 1, "403": 1 });
});

test("the answer to an update can be a message", async () => {
  product.answers.push(() => Response.json({ method: "sendMessage", chat_id: dara.id, text: "Confirm in Tonle" }));
  await openLink(stack(), dara, link("a"));
  expect((await botMessagesTo(stack(), dara)).map(({ text }) => text)).toEqual(["Confirm in Tonle"]);
});

test("an update that was refused comes again with its number before the next one", async () => {
  product.answers.push(() => new Response(null, { status: 503 }));
  expect(await openLink(stack(), dara, link("a"))).toMatchObject({ status: 503 });
  await writeToBot(stack(), dara, "/stop");
  expect(product.updates.map(({ body }) => (body.message as { text: string }).text)).toEqual([
    "/start a",
    "/start a",
    "/stop",
  ]);
  expect(product.updates[0]).toEqual(product.updates[1]);
  const { result } = (await call("getWebhookInfo")).body;
  expect(result).toMatchObject({ pending_update_count: 0, last_error_message: expect.stringContaining("503") });
});

test("any update can be sent, also one that was sent before", async () => {
  const group = { update_id: 7, message: { chat: { id: -5, type: "group" }, text: "/start a" } };
  expect(await sendUpdate(stack(), group)).toEqual({ updateId: 7, status: 200 });
  await sendUpdate(stack(), group);
  expect(product.updates.map(({ body }) => body)).toEqual([group, group]);
});

test("setWebhook changes where updates go, with which secret and of which kinds", async () => {
  const url = `${product.url}/other`;
  const set = (parameters: object) => call("setWebhook", parameters);
  expect((await set({ url: "http://tonle.example/webhook" })).body.description).toContain("HTTPS URL");
  expect((await set({ url, secret_token: "not allowed!" })).status).toBe(400);
  expect((await set({ url, secret_token: "second-secret", allowed_updates: ["message"] })).body).toEqual({
    ok: true,
    result: true,
    description: "Webhook was set",
  });
  await openLink(stack(), dara, link("a"));
  expect(await blockBot(stack(), dara)).toMatchObject({ status: null });
  expect(product.updates.map(({ secret }) => secret)).toEqual(["second-secret"]);
  expect((await call("getWebhookInfo")).body.result).toMatchObject({ url, allowed_updates: ["message"] });
  await call("deleteWebhook");
  expect(await writeToBot(stack(), dara, "/start")).toMatchObject({ status: null });
});

test.each(["400", "401", "403", "429", "500"])(
  "in the outage %s it answers so in the service's own format",
  async (mode) => {
    await openLink(stack(), dara, link("a"));
    await outage(telegram.url, mode);
    const { status, body } = await call("sendMessage", { chat_id: dara.id, text: "x" });
    expect(status).toBe(Number(mode));
    expect(body).toMatchObject({
      ok: false,
      error_code: status,
      ...(mode === "429" && { parameters: { retry_after: 2 } }),
    });
    await outage(telegram.url, "off");
    expect(await botMessagesTo(stack(), dara)).toEqual([]);
  },
);

test("an outage of one chat leaves the others alone", async () => {
  const sok = await newTelegramPerson(stack());
  for (const person of [dara, sok]) await openLink(stack(), person, link("a"));
  await failMessagesTo(stack(), dara, "500");
  expect((await call("sendMessage", { chat_id: dara.id, text: "x" })).status).toBe(500);
  expect((await call("sendMessage", { chat_id: sok.id, text: "x" })).status).toBe(200);
});

test("the outage hang sends nothing, the outage lost sends the message: neither answers", async () => {
  await openLink(stack(), dara, link("a"));
  for (const [mode, sent] of [
    ["hang", 0],
    ["lost", 1],
  ] as const) {
    await outage(telegram.url, mode);
    const answer = call("sendMessage", { chat_id: dara.id, text: "x" });
    await waitUntil("it was called", async () => (await callsToChat(stack(), dara)).hung === sent + 1);
    if (sent > 0) await waitUntil("it is sent", async () => (await botMessagesTo(stack(), dara)).length === sent);
    await outage(telegram.url, "off");
    expect((await answer).status).toBe(504);
    expect(await botMessagesTo(stack(), dara)).toHaveLength(sent);
  }
});

test("people, messages and the numbers of updates survive a restart", async () => {
  const first = await openLink(stack(), dara, link("a"));
  const before = await (await fetch(`${telegram.url}/messages`)).json();
  const { port } = telegram;
  await telegram.stop();
  telegram = start(port);
  expect(await (await fetch(`${telegram.url}/messages`)).json()).toEqual(before);
  expect(await writeToBot(stack(), dara, "hello")).toEqual({ updateId: first.updateId + 1, status: 200 });
});
