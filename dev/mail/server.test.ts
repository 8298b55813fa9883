import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StandIn } from "../stand-in/stand-in.ts";
import type { Message } from "./mailbox.ts";
import { MAIL_API_KEY, startMail } from "./server.ts";

const MAIL = {
  from: "Tonle <no-reply@tonle.example>",
  to: "dara@example.com",
  subject: "Hello",
  text: "Hi",
  html: "<p>Hi",
};

let folder: string;
let stateFile: string;
let mail: StandIn;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mail-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  stateFile = join(folder, `${crypto.randomUUID()}.json`);
  mail = startMail({ port: 0, stateFile });
});
afterEach(() => mail.stop());

function send(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${mail.url}/emails`, {
    method: "POST",
    headers: { Authorization: `Bearer ${MAIL_API_KEY}`, "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

// The stand-in under test returns this type.
const read = async (query = "") => (await (await fetch(`${mail.url}/messages${query}`)).json()) as Message[];

test("the inbox contains a sent mail with all its parts", async () => {
  const answer = await send(MAIL);
  expect(answer.status).toBe(200);
  const { id } = await answer.json();
  expect(await read()).toEqual([{ ...MAIL, id, to: [MAIL.to], headers: {}, at: expect.stringMatching(/^\d{4}-.*Z$/) }]);
});

test("the inbox lists newest first and filters by one address in any case and form", async () => {
  await send({ ...MAIL, subject: "1" });
  await send({ ...MAIL, to: ["Sok <sok@example.com>", "DARA@example.com"], subject: "2" });
  await send({ ...MAIL, to: "sok@example.com", subject: "3" });
  const subjects = async (query: string) => (await read(query)).map(({ subject }) => subject);
  expect(await subjects("")).toEqual(["3", "2", "1"]);
  expect(await subjects("?to=Dara@Example.com")).toEqual(["2", "1"]);
  expect(await subjects("?to=sok%40example.com")).toEqual(["3", "2"]);
  expect(await subjects("?to=ara@example.com")).toEqual([]);
});

test("a key that is missing or wrong sends nothing", async () => {
  const refusals = await Promise.all([
    send(MAIL, { Authorization: "" }),
    send(MAIL, { Authorization: "Bearer re_other" }),
  ]);
  expect(refusals.map(({ status }) => status)).toEqual([401, 403]);
  expect(await refusals[0]?.json()).toEqual({
    statusCode: 401,
    name: "missing_api_key",
    message: "Missing API key in the authorization header.",
  });
  expect(await refusals[1]?.json()).toMatchObject({ statusCode: 403, name: "invalid_api_key" });
  expect(await read()).toEqual([]);
});

test.each([
  ["no recipient", { ...MAIL, to: undefined }, "missing_required_field", "`to`"],
  ["a recipient that is no address", { ...MAIL, to: "dara" }, "validation_error", "`to`"],
  ["no content", { ...MAIL, text: undefined, html: undefined }, "validation_error", "`html`"],
  ["a subject that is no text", { ...MAIL, subject: 7 }, "validation_error", "`subject`"],
  ["broken JSON", "{", "validation_error", "not JSON"],
])("a mail with %s is refused and not stored", async (_case, body, name, field) => {
  const answer = await send(body);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ statusCode: 422, name, message: expect.stringContaining(field) });
  expect(await read()).toEqual([]);
});

test("one idempotency key sends one mail, also concurrently and after the inbox was cleared", async () => {
  const key = { "Idempotency-Key": "outbox-17" };
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(MAIL, key)));
  const ids = new Set(await Promise.all(answers.map(async (answer) => (await answer.json()).id)));
  expect(ids.size).toBe(1);
  expect(await read()).toHaveLength(1);

  await fetch(`${mail.url}/messages`, { method: "DELETE" });
  expect(ids).toContain((await (await send(MAIL, key)).json()).id);
  expect(await read()).toEqual([]);
});

test("an idempotency key used for another mail is refused", async () => {
  const key = { "Idempotency-Key": "outbox-18" };
  await send(MAIL, key);
  const answer = await send({ ...MAIL, subject: "Other" }, key);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ name: "invalid_idempotent_request" });
});

test("a waiting call gets the next mail, not an older one", async () => {
  await send(MAIL);
  const [old] = await read();
  const waiting = fetch(`${mail.url}/messages/wait?to=${MAIL.to}&after=${old?.at}`);
  await send({ ...MAIL, to: "someone-else@example.com" });
  const { id } = await (await send({ ...MAIL, subject: "New" })).json();
  expect(await (await waiting).json()).toMatchObject({ id, subject: "New" });
});

test("a waiting call times out when no mail arrives", async () => {
  const answer = await fetch(`${mail.url}/messages/wait?to=nobody@example.com&timeoutMs=20`);
  expect(answer.status).toBe(404);
});

test("mails and keys survive a restart", async () => {
  const { id } = await (await send(MAIL, { "Idempotency-Key": "outbox-19" })).json();
  const before = await read();
  await mail.stop();
  mail = startMail({ port: 0, stateFile });
  expect(await read()).toEqual(before);
  expect(await (await send(MAIL, { "Idempotency-Key": "outbox-19" })).json()).toEqual({ id });
  expect(await read()).toHaveLength(1);
});

test.each([
  ["refuse", 500],
  ["403", 403],
  ["429", 429],
])("in the outage %s it answers %i in the service's own format and stores nothing", async (mode, status) => {
  await setOutage({ mode });
  const answer = await send(MAIL);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ statusCode: status });
  await setOutage({ mode: "off" });
  expect((await send(MAIL)).status).toBe(200);
  expect(await read()).toHaveLength(1);
});

test("in the outage html the response is not JSON", async () => {
  await setOutage({ mode: "html" });
  expect(await (await send(MAIL)).text()).toStartWith("<html>");
});

test("in the outage hang a call waits, and the outage ends by itself", async () => {
  // Long enough that the call arrives during the outage, even on a busy machine.
  await setOutage({ mode: "hang", seconds: 2 });
  expect((await send(MAIL)).status).toBe(504);
  expect(await (await fetch(`${mail.url}/outage`)).json()).toEqual({ mode: "off", untilMs: null });
  expect((await send(MAIL)).status).toBe(200);
});

test("a mail is ended by one press where its headers say so, by a form without a session", async () => {
  const forms: [type: string, body: string][] = [];
  const sender = Bun.serve({
    port: 0,
    fetch: async (request) => {
      forms.push([request.headers.get("Content-Type")?.split(";")[0] ?? "", await request.text()]);
      return new Response(null, { status: forms.length === 1 ? 200 : 303, headers: { Location: "/elsewhere" } });
    },
  });
  const oneClick = {
    "List-Unsubscribe": `<${sender.url}stop?token=a>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  const press = async (headers: Record<string, string>) => {
    const { id } = await (await send({ ...MAIL, headers })).json();
    const answer = await fetch(`${mail.url}/messages/${id}/unsubscribe`, { method: "POST", body: "{}" });
    return [answer.status, (await answer.json()).status];
  };
  expect(await press(oneClick)).toEqual([200, 200]);
  // A redirect is not followed.
  expect(await press(oneClick)).toEqual([200, 303]);
  expect(await press({ "List-Unsubscribe": oneClick["List-Unsubscribe"] })).toEqual([404, undefined]);
  expect(forms.map(([type]) => type)).toEqual(["multipart/form-data", "multipart/form-data"]);
  expect(forms[0]?.[1]).toContain("One-Click");
  await sender.stop(true);
});

test("an unknown outage is refused, and the reason names the field", async () => {
  const answer = await setOutage({ mode: "earthquake" });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ message: expect.stringContaining("mode") });
});

test("a taken port gives a one-line message", () => {
  expect(() => startMail({ port: mail.port })).toThrow(`port ${mail.port} is taken`);
});

function setOutage(body: { mode: string; seconds?: number }): Promise<Response> {
  return fetch(`${mail.url}/outage`, { method: "POST", body: JSON.stringify(body) });
}
