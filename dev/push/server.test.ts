import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StandIn } from "../stand-in/stand-in.ts";
import {
  callsTo,
  endBrowser,
  failPushesTo,
  newBrowser,
  sayShown,
  setOffline,
  type TestBrowser,
} from "../test/test-push.ts";
import { outage } from "../test/test-stand-ins.ts";
import { waitUntil } from "../test/wait-until.ts";
import type { Message } from "./push-book.ts";
import { startPush } from "./server.ts";
import { encryptPush, newServerKeys, vapidHeader } from "./test-sender.ts";

setDefaultTimeout(600_000);

const KEYS = newServerKeys();
const TEXT = JSON.stringify({ tag: "alert:1", title: "Price alert", receipt: "signed" });

let folder: string;
let stateFile: string;
let push: StandIn;
let product: { url: string; receipts: unknown[]; stop(): void };
let browser: TestBrowser;

const stack = () => ({ settings: { VAPID_PUBLIC_KEY: KEYS.publicKey }, urls: { push: push.url } });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "push-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  stateFile = join(folder, `${crypto.randomUUID()}.json`);
  product = startProduct();
  push = startPush({ port: 0, stateFile, appOrigin: product.url });
  browser = await newBrowser(stack());
});
afterEach(async () => {
  await push.stop();
  product.stop();
});

/** The address that the receipt of a push is sent to. */
function startProduct() {
  const receipts: unknown[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      if (new URL(request.url).pathname !== "/api/notifications/shown") return new Response(null, { status: 404 });
      receipts.push(await request.json());
      return Response.json({ success: true });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, receipts, stop: () => void server.stop(true) };
}

type Sending = {
  to?: TestBrowser;
  headers?: Record<string, string | null>;
  claims?: object;
  body?: Buffer;
  text?: string;
};

/** Sends a push. @param given what differs from a valid one; a header of null is left out */
function send(given: Sending = {}): Promise<Response> {
  const to = given.to ?? browser;
  const headers = {
    TTL: "60",
    "Content-Encoding": "aes128gcm",
    Authorization: vapidHeader(KEYS, { aud: push.url, ...given.claims }),
    ...given.headers,
  };
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  );
  const body = given.body ?? encryptPush(given.text ?? TEXT, to.keys);
  return fetch(to.endpoint, { method: "POST", headers: sent, body: new Uint8Array(body), redirect: "manual" });
}

// The stand-in under test returns this type.
const messages = async (query = "") => (await (await fetch(`${push.url}/messages${query}`)).json()) as Message[];

test("a push is accepted, decrypted with the browser's keys and listed", async () => {
  const answer = await send({ headers: { Urgency: "high", Topic: "alert_1" } });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("Location")).toStartWith(`${push.url}/message/`);
  expect(await messages()).toEqual([
    {
      id: expect.any(String),
      subscription: browser.id,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      ttlS: 60,
      urgency: "high",
      topic: "alert_1",
      text: TEXT,
      fault: null,
      bytes: expect.any(Number),
      state: "delivered",
      deliveredAt: expect.any(String),
      sender: { publicKey: KEYS.publicKey, subject: "mailto:push@tonle.example", expiresAtS: expect.any(Number) },
    },
  ]);
});

test("a push that was encrypted for another browser is accepted, and its fault is said to tests only", async () => {
  const other = await newBrowser(stack());
  expect((await send({ body: encryptPush(TEXT, other.keys) })).status).toBe(201);
  expect(await messages()).toMatchObject([{ text: null, fault: expect.stringContaining("other keys") }]);
});

const nowS = () => Math.floor(Date.now() / 1_000);

test.each<[string, number, () => Sending]>([
  ["without a TTL", 400, () => ({ headers: { TTL: null } })],
  ["with a TTL that is no number", 400, () => ({ headers: { TTL: "soon" } })],
  ["with an unknown urgency", 400, () => ({ headers: { Urgency: "extreme" } })],
  ["with a topic of 33 characters", 400, () => ({ headers: { Topic: "a".repeat(33) } })],
  ["with a topic that is no base64url", 400, () => ({ headers: { Topic: "alert:1" } })],
  ["with the coding of the draft", 400, () => ({ headers: { "Content-Encoding": "aesgcm" } })],
  ["of more than 4096 bytes", 413, () => ({ text: "a".repeat(4_096) })],
  ["without a sender", 401, () => ({ headers: { Authorization: null } })],
  ["with a bearer token", 401, () => ({ headers: { Authorization: "Bearer token" } })],
  ["for another service", 403, () => ({ claims: { aud: "https://push.example" } })],
  ["that has expired", 403, () => ({ claims: { exp: nowS() - 1 } })],
  ["that expires in 25 hours", 403, () => ({ claims: { exp: nowS() + 25 * 3_600 } })],
  ["without whom to write to", 403, () => ({ claims: { sub: undefined } })],
  ["with a subject that is no address", 403, () => ({ claims: { sub: "mailto:nobody" } })],
  ["signed by another key", 403, () => ({ headers: { Authorization: otherSignature() } })],
  [
    "of another application",
    403,
    () => ({ headers: { Authorization: vapidHeader(newServerKeys(), { aud: push.url }) } }),
  ],
])("a push %s is refused with %i", async (_case, status, given) => {
  expect((await send(given())).status).toBe(status);
  expect(await messages()).toEqual([]);
  expect(await callsTo(stack(), browser)).toEqual({ [status]: 1 });
});

/** A header that names this application's key, signed by another one. */
function otherSignature(): string {
  const { privateKey, publicKey } = newServerKeys();
  return vapidHeader({ privateKey, publicKey }, { aud: push.url }).replace(`k=${publicKey}`, `k=${KEYS.publicKey}`);
}

test("a subscription without a key takes any application's push", async () => {
  const open = (await (await fetch(`${push.url}/subscriptions`, { method: "POST", body: "{}" })).json()) as TestBrowser;
  expect((await send({ to: open })).status).toBe(201);
});

test("an unknown endpoint is 404, an ended one 410", async () => {
  const unknown = { ...browser, endpoint: `${push.url}/push/unknown` };
  expect((await send({ to: unknown })).status).toBe(404);
  await endBrowser(stack(), browser);
  expect((await send()).status).toBe(410);
});

test("while a browser is off line, the last message of a topic waits, and comes when it is back", async () => {
  await setOffline(stack(), browser, true);
  for (const [Topic, text] of [
    ["a", "first"],
    ["b", "other"],
    ["a", "second"],
  ] as const) {
    await send({ headers: { Topic }, text });
  }
  await send({ headers: { TTL: "0" }, text: "now or never" });
  const states = async () => (await messages()).map(({ text, state }) => [text, state]).reverse();
  const others = [
    ["first", "replaced"],
    ["now or never", "expired"],
  ];
  expect((await states()).sort()).toEqual([...others, ["other", "waiting"], ["second", "waiting"]].sort());
  await setOffline(stack(), browser, false);
  expect((await states()).sort()).toEqual([...others, ["other", "delivered"], ["second", "delivered"]].sort());
});

test("a message whose time is over before the browser is back is lost", async () => {
  await setOffline(stack(), browser, true);
  await send({ headers: { TTL: "1" } });
  await waitUntil("its TTL is over", async () => (await messages())[0]?.state === "expired");
  await setOffline(stack(), browser, false);
  expect((await messages())[0]?.state).toBe("expired");
});

test("a waiting call gets the next push of its browser", async () => {
  await send({ text: "old" });
  const [old] = await messages();
  const waiting = fetch(`${push.url}/messages/wait?subscription=${browser.id}&after=${old?.at}`);
  await send({ to: await newBrowser(stack()), text: "of another" });
  await send({ text: "new" });
  expect(await (await waiting).json()).toMatchObject({ text: "new" });
  expect((await fetch(`${push.url}/messages/wait?subscription=none&timeoutMs=20`)).status).toBe(404);
});

test("the receipt of a message goes to the product", async () => {
  await send();
  const [message] = await messages();
  expect(await sayShown(stack(), { id: message?.id ?? "" })).toBe(200);
  expect(product.receipts).toEqual([{ receipt: "signed" }]);
});

test("subscriptions and messages survive a restart", async () => {
  await send();
  const before = await messages();
  const { port } = push;
  await push.stop();
  push = startPush({ port, stateFile });
  expect(await messages()).toEqual(before);
  expect((await send()).status).toBe(201);
});

test.each(["400", "403", "404", "410", "413", "429", "500", "503"])(
  "in the outage %s it answers so, and takes nothing",
  async (mode) => {
    await outage(push.url, mode);
    const answer = await send();
    expect(answer.status).toBe(Number(mode));
    const retryAfter = answer.headers.get("Retry-After");
    if (mode === "429") expect(retryAfter).toBe("2");
    else if (mode === "503") expect(Date.parse(retryAfter ?? "")).toBeGreaterThan(Date.now());
    else expect(retryAfter).toBeNull();
    await outage(push.url, "off");
    expect((await send()).status).toBe(201);
    expect(await messages()).toHaveLength(1);
  },
);

test("an outage of one browser leaves the others alone", async () => {
  const other = await newBrowser(stack());
  await failPushesTo(stack(), browser, "500");
  expect((await send()).status).toBe(500);
  expect((await send({ to: other })).status).toBe(201);
  expect([await callsTo(stack(), browser), await callsTo(stack(), other)]).toEqual([{ "500": 1 }, { "201": 1 }]);
});

test("the outage hang takes nothing, the outage lost takes the push: neither answers", async () => {
  for (const [mode, taken] of [
    ["hang", 0],
    ["lost", 1],
  ] as const) {
    await outage(push.url, mode);
    const sent = send();
    await waitUntil("it was called", async () => (await callsTo(stack(), browser)).hung === taken + 1);
    if (taken > 0) await waitUntil("it has the push", async () => (await messages()).length === taken);
    await outage(push.url, "off");
    expect((await sent).status).toBe(504);
    expect(await messages()).toHaveLength(taken);
  }
});

test("a caller that follows a redirect is counted", async () => {
  const followed = async () => (await (await fetch(`${push.url}/redirected`)).json()).followed;
  await outage(push.url, "redirect");
  const answer = await send();
  expect(answer.status).toBe(307);
  expect(await followed()).toBe(0);
  await fetch(new URL(answer.headers.get("Location") ?? "", push.url), { method: "POST" });
  expect(await followed()).toBe(1);
});
