import { afterAll, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { createPublicKey, verify } from "node:crypto";
import { localSettings } from "../../dev/local-settings.ts";
import { newVapidPrivateKey, vapidPublicKey } from "../../dev/setup/vapid-keys.ts";
import { HOUR_MS } from "../contract/time.ts";
import { settingsSchema } from "../platform/env.ts";
import { sendPush } from "./send-push.ts";
import { vapidHeader } from "./vapid-header.ts";

setDefaultTimeout(600_000);

const browser = {
  publicKey: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  secret: "BTBZMqHH6r4Tts7J_aSIgg",
};
const message = { tag: "t", title: "A", body: "B", path: "/notifications", language: "en" as const, receipt: "r" };
const options = { topic: "dGVzdA", ttlS: 60, urgency: "high" as const };

/** Every request that reaches this machine's push service, and what it answers. */
let requests: { method: string; path: string; headers: Record<string, string> }[] = [];
let answer: () => Response | Promise<Response>;
const service = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    const { method, url, headers } = request;
    requests.push({ method, path: new URL(url).pathname, headers: Object.fromEntries(headers) });
    return answer();
  },
});
afterAll(() => service.stop(true));
beforeEach(() => {
  requests = [];
  answer = () => new Response(null, { status: 201 });
});

const origin = `http://127.0.0.1:${service.port}`;
const settings = settingsSchema.parse({ ...localSettings(8787), PUSH_HOSTS: `${origin},fcm.googleapis.com` });
const send = (endpoint = `${origin}/push/a`, changed = {}) =>
  sendPush({ ...settings, ...changed }, { ...browser, endpoint }, message, options);

/** The claims of a VAPID header, after its signature was verified with the key that it has. Source: RFC 8292, sections 2 and 3 */
function claimsOf(header: string | null) {
  const [, token = "", key = ""] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), k=([\w-]+)$/.exec(header ?? "") ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: part(1), y: part(33) } });
  const isValid = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  expect([point.length, point[0], isValid]).toEqual([65, 4, true]);
  const read = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString());
  expect(read(head)).toEqual({ typ: "JWT", alg: "ES256" });
  return { key, token, claims: read(body) };
}

test("a push is a POST by RFC 8030, signed by RFC 8292", async () => {
  expect(await send()).toEqual({ outcome: "accepted", status: 201 });
  const [request] = requests;
  expect([request?.method, request?.path]).toEqual(["POST", "/push/a"]);
  const headers = request?.headers ?? {};
  expect(headers).toMatchObject({
    ttl: "60",
    topic: "dGVzdA",
    urgency: "high",
    "content-encoding": "aes128gcm",
    "content-length": "4096",
  });
  // Those of the drafts before RFC 8291.
  expect([headers.encryption, headers["crypto-key"]]).toEqual([undefined, undefined]);
  const { key, claims } = claimsOf(headers.authorization ?? null);
  expect(key).toBe(settings.VAPID_PUBLIC_KEY);
  expect(claims).toEqual({ aud: origin, sub: settings.VAPID_SUBJECT, exp: expect.any(Number) });
});

test("a token lasts half a day, is used again for an hour, and is of one push service and one key", async () => {
  const nowMs = Date.UTC(2026, 10, 29);
  const at = async (ms: number, audience = "https://a.example", keys = settings) =>
    claimsOf(await vapidHeader(keys, audience, ms));
  const first = await at(nowMs);
  expect(first.claims).toEqual({
    aud: "https://a.example",
    sub: settings.VAPID_SUBJECT,
    exp: (nowMs + 12 * HOUR_MS) / 1000,
  });
  expect((await at(nowMs + HOUR_MS - 1)).token).toBe(first.token);
  expect((await at(nowMs + HOUR_MS)).claims.exp).toBe(first.claims.exp + 3600);
  expect((await at(nowMs, "https://b.example")).claims.aud).toBe("https://b.example");
  const VAPID_PRIVATE_KEY = newVapidPrivateKey();
  const other = { ...settings, VAPID_PRIVATE_KEY, VAPID_PUBLIC_KEY: vapidPublicKey(VAPID_PRIVATE_KEY) };
  expect((await at(nowMs, "https://a.example", other)).key).toBe(other.VAPID_PUBLIC_KEY);
});

test("an endpoint that is not allowed is never called, though it was stored", async () => {
  const port = service.port;
  for (const endpoint of [
    `http://localhost:${port}/push/a`,
    `http://127.0.0.1.:${port}/push/a`,
    `http://user@127.0.0.1:${port}/push/a`,
    `http://[::1]:${port}/push/a`,
    `http://0x7f000001:${port}/push/a`,
    `${origin}\\@evil.example/a`,
    "https://fcm.googleapis.com.evil.example/a",
    "not an address",
  ]) {
    expect([endpoint, await send(endpoint)]).toEqual([endpoint, { outcome: "refused", status: 0 }]);
  }
  expect(await send(undefined, { PUSH_HOSTS: "fcm.googleapis.com" })).toEqual({ outcome: "refused", status: 0 });
  expect(await send(undefined, { APP_ORIGIN: "https://trade.example.com" })).toEqual({ outcome: "refused", status: 0 });
  expect(requests).toEqual([]);
});

test("a redirect is a refusal, and where it leads is never called", async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    requests = [];
    answer = () => new Response(null, { status, headers: { Location: `${origin}/elsewhere` } });
    expect(await send()).toEqual({ outcome: "refused", status });
    expect(requests.map(({ path }) => path)).toEqual(["/push/a"]);
  }
});

test("a push service that nobody reaches, and a key that nothing can be encrypted with, are answers too", async () => {
  const gone = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = gone;
  await gone.stop(true);
  const PUSH_HOSTS = `http://127.0.0.1:${port}`;
  expect(await send(`${PUSH_HOSTS}/a`, { PUSH_HOSTS })).toEqual({ outcome: "failed", status: 0 });
  const odd = { endpoint: `${origin}/push/a`, publicKey: `B${"A".repeat(86)}`, secret: browser.secret };
  const logged = spyOn(console, "error").mockImplementation(() => {});
  expect(await sendPush(settings, odd, message, options)).toEqual({ outcome: "refused", status: 0 });
  expect(requests).toEqual([]);
  logged.mockRestore();
});
