import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StandIn } from "../stand-in/stand-in.ts";
import { makeExpiredKhqr, makeSampleKhqr } from "./sample-khqr.ts";
import { BAKONG_DEFAULTS, startBakong } from "./server.ts";

const UNKNOWN_MD5 = "b1c250304b8594e4c6b53dd44791b57a";
const NOT_FOUND = {
  responseCode: 1,
  responseMessage: "Transaction could not be found. Please check and try again.",
  errorCode: 1,
  data: null,
};

let folder: string;
let stateFile: string;
let bakong: StandIn;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bakong-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  stateFile = join(folder, `${crypto.randomUUID()}.json`);
  bakong = startBakong({ port: 0, stateFile, accountIds: ["tonle@aclb"] });
});
afterEach(() => bakong.stop());

function post(path: string, body: unknown, token: string | null = BAKONG_DEFAULTS.token): Promise<Response> {
  return fetch(`${bakong.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token !== null && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
}
const check = async (md5: string) => (await post("/v1/check_transaction_by_md5", { md5 })).json();

test("an unpaid code is reported as not found with status 200", async () => {
  const answer = await post("/v1/check_transaction_by_md5", { md5: UNKNOWN_MD5 });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual(NOT_FOUND);
});

test("a paid code is found by the MD5 of its text, with the payment's data", async () => {
  const { qr, md5 } = makeSampleKhqr({ amount: 25.5 });
  expect(createHash("md5").update(qr).digest("hex")).toBe(md5);
  const paid = await (await post("/pay", { qr }, null)).json();
  expect(paid).toMatchObject({ md5, outcome: "paid" });
  expect(await check(md5)).toEqual({
    responseCode: 0,
    responseMessage: "Getting transaction successfully.",
    errorCode: null,
    data: {
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      fromAccountId: "sokha_chan@mekong",
      toAccountId: "tonle@aclb",
      currency: "USD",
      amount: 25.5,
      description: expect.stringMatching(/^D\d+$/),
      createdDateMs: paid.createdDateMs,
      acknowledgedDateMs: expect.any(Number),
      trackingStatus: null,
      receiverBank: null,
      receiverBankAccount: null,
      instructionRef: null,
      externalRef: null,
    },
  });
  expect(Math.abs(paid.createdDateMs - Date.now())).toBeLessThan(5_000);
});

test("two payments never share a hash", async () => {
  const hashes = [];
  for (const { qr } of [makeSampleKhqr(), makeSampleKhqr()])
    hashes.push((await (await post("/pay", { qr })).json()).hash);
  expect(new Set(hashes).size).toBe(2);
});

test("a payer may send another amount, another currency, at another time", async () => {
  const { qr, md5 } = makeSampleKhqr();
  await post("/pay", { qr, amount: 400_000, currency: "KHR", createdDateMs: 1_790_000_000_000 });
  expect((await check(md5)).data).toMatchObject({ amount: 400_000, currency: "KHR", createdDateMs: 1_790_000_000_000 });
});

test("a failed payment is reported as failed, and the code can still be paid", async () => {
  const { qr, md5 } = makeSampleKhqr();
  await post("/pay", { qr, outcome: "failed" });
  expect(await check(md5)).toEqual({
    responseCode: 1,
    responseMessage: "Transaction failed.",
    errorCode: 3,
    data: null,
  });
  expect((await post("/pay", { qr })).status).toBe(200);
  expect(await check(md5)).toMatchObject({ responseCode: 0 });
});

test("a code is paid once", async () => {
  const { qr, md5 } = makeSampleKhqr();
  const answers = await Promise.all([post("/pay", { qr }), post("/pay", { qr })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await check(md5)).toMatchObject({ responseCode: 0 });
});

test("a code can be paid again on request, and then a look-up returns the newer payment", async () => {
  const { qr, md5 } = makeSampleKhqr();
  const first = await (await post("/pay", { qr })).json();
  const second = await (await post("/pay", { qr, again: true })).json();
  expect(second.hash).not.toBe(first.hash);
  expect((await check(md5)).data.hash).toBe(second.hash);
});

test("an expired code is reported as expired and can still be paid late", async () => {
  const { qr, md5 } = makeExpiredKhqr();
  expect(await (await post("/decode", { qr })).json()).toMatchObject({ isExpired: true, isPaid: false });
  expect((await post("/pay", { qr })).status).toBe(200);
  const { data } = await check(md5);
  expect(data.createdDateMs).toBeGreaterThan(Date.now() - 5_000);
});

test("a code with a wrong checksum cannot be paid", async () => {
  const { qr } = makeSampleKhqr();
  const answer = await post("/pay", { qr: qr.replace("Tonle", "Tonne") });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ message: "This is not a valid KHQR code: KHQR provided is invalid" });
});

test("the payment of a static code cannot be looked up", async () => {
  const { qr, md5 } = makeSampleKhqr({ amount: 0 });
  expect((await post("/pay", { qr })).status).toBe(422);
  expect((await post("/pay", { qr, amount: 40 })).status).toBe(200);
  expect(await check(md5)).toMatchObject({ responseCode: 1, errorCode: 2 });
});

test.each(["/v1/check_transaction_by_md5", "/v1/check_transaction_by_md5_list", "/v1/check_bakong_account"])(
  "%s refuses a token that is missing or wrong",
  async (path) => {
    for (const token of [null, "expired"]) {
      const answer = await post(path, { md5: UNKNOWN_MD5 }, token);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ responseCode: 1, errorCode: 6, data: null });
    }
  },
);

test.each(["/v1/check_transaction_by_md5", "/v1/check_transaction_by_md5_list", "/v1/generate_deeplink_by_qr"])(
  "%s reports missing fields with their error code",
  async (path) => {
    const answer = await post(path, {});
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ responseCode: 1, errorCode: 5, data: null });
  },
);

test("the list call answers up to fifty hashes in the requested order", async () => {
  const [paid, failed] = [makeSampleKhqr(), makeSampleKhqr()];
  await post("/pay", { qr: paid.qr });
  await post("/pay", { qr: failed.qr, outcome: "failed" });
  const requested = [failed.md5, UNKNOWN_MD5, paid.md5];
  const { responseCode, data } = await (await post("/v1/check_transaction_by_md5_list", requested)).json();
  expect(responseCode).toBe(0);
  expect(data).toMatchObject([
    { md5: failed.md5, status: "FAILED", data: null },
    { md5: UNKNOWN_MD5, status: "NOT_FOUND", data: null },
    { md5: paid.md5, status: "SUCCESS", data: { amount: 100 } },
  ]);
  const tooMany = Array.from({ length: 51 }, () => UNKNOWN_MD5);
  expect((await post("/v1/check_transaction_by_md5_list", tooMany)).status).toBe(400);
});

test("a deep link leads to the code in the banking app and survives a restart", async () => {
  const { qr } = makeSampleKhqr();
  const { data } = await (await post("/v1/generate_deeplink_by_qr", { qr }, null)).json();
  expect(data.shortLink).toStartWith(`${bakong.url}/link/`);
  await bakong.stop();
  bakong = startBakong({ port: bakong.port, stateFile });
  const opened = await fetch(data.shortLink);
  expect(opened.headers.get("Content-Type")).toContain("text/html");
  expect(new URL(opened.url).searchParams.get("qr")).toBe(qr);
});

test("a text that is no code gets no deep link", async () => {
  expect(await (await post("/v1/generate_deeplink_by_qr", { qr: "hello" })).json()).toMatchObject({ errorCode: 4 });
  const half = { qr: makeSampleKhqr().qr, sourceInfo: { appName: "Tonle" } };
  expect(await (await post("/v1/generate_deeplink_by_qr", half)).json()).toMatchObject({ errorCode: 5 });
});

test("a renewed token works, also after a restart, and an unknown address gets none", async () => {
  const renew = async (email: string) => (await post("/v1/renew_token", { email }, null)).json();
  expect(await renew("stranger@example.com")).toMatchObject({ responseCode: 1, errorCode: 10 });
  const { data } = await renew(BAKONG_DEFAULTS.email);
  await bakong.stop();
  bakong = startBakong({ port: 0, stateFile });
  expect((await post("/v1/check_transaction_by_md5", { md5: UNKNOWN_MD5 }, data.token)).status).toBe(200);
});

test("the configured token can expire while a renewed one works", async () => {
  await post("/outage", { mode: "old-token" });
  expect((await post("/v1/check_transaction_by_md5", { md5: UNKNOWN_MD5 })).status).toBe(401);
  const renewed = await (await post("/v1/renew_token", { email: BAKONG_DEFAULTS.email }, null)).json();
  expect((await post("/v1/check_transaction_by_md5", { md5: UNKNOWN_MD5 }, renewed.data.token)).status).toBe(200);
});

test("the renewal alone can fail", async () => {
  await post("/outage", { mode: "no-renewal" });
  expect((await post("/v1/renew_token", { email: BAKONG_DEFAULTS.email }, null)).status).toBe(500);
  expect(await check(UNKNOWN_MD5)).toEqual(NOT_FOUND);
});

test("the outage cut returns broken JSON, and the outage redirect returns another address", async () => {
  await post("/outage", { mode: "cut" });
  const cut = await post("/v1/check_transaction_by_md5", { md5: UNKNOWN_MD5 });
  expect(cut.status).toBe(200);
  await expect(cut.json()).rejects.toThrow();
  await post("/outage", { mode: "redirect" });
  const moved = await fetch(`${bakong.url}/v1/check_transaction_by_md5`, { method: "POST", redirect: "manual" });
  expect([moved.status, moved.headers.get("Location")]).toEqual([307, "/payments"]);
});

test.each([
  ["tonle@aclb", 0, null],
  ["nobody@aclb", 1, 11],
  ["tonle", 1, 12],
])("the account %s answers %i with the error code %p", async (accountId, responseCode, errorCode) => {
  const answer = await post("/v1/check_bakong_account", { accountId });
  expect(await answer.json()).toMatchObject({ responseCode, errorCode });
});

test("payments survive a restart", async () => {
  const { qr, md5 } = makeSampleKhqr();
  await post("/pay", { qr });
  const before = await check(md5);
  await bakong.stop();
  bakong = startBakong({ port: 0, stateFile });
  expect(await check(md5)).toEqual(before);
});

test.each([
  ["refuse", 500],
  ["401", 401],
  ["429", 429],
])("in the outage %s every call answers %i in the envelope, and paying still works", async (mode, status) => {
  const { qr, md5 } = makeSampleKhqr();
  await post("/outage", { mode });
  const answer = await post("/v1/check_transaction_by_md5", { md5 });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ responseCode: 1, data: null });
  expect((await post("/pay", { qr })).status).toBe(200);
  await post("/outage", { mode: "off" });
  expect(await check(md5)).toMatchObject({ responseCode: 0 });
});

test.each([
  ["html", 200],
  ["403", 403],
])("in the outage %s it answers a page with status %i instead of the envelope", async (mode, status) => {
  await post("/outage", { mode });
  const answer = await post("/v1/check_transaction_by_md5", { md5: UNKNOWN_MD5 });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("Content-Type")).toBe("text/html");
});

test("the list call alone can be refused, as reported from production", async () => {
  await post("/outage", { mode: "list-403" });
  const answer = await post("/v1/check_transaction_by_md5_list", [UNKNOWN_MD5]);
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("nginx");
  expect(await check(UNKNOWN_MD5)).toEqual(NOT_FOUND);
});

test("in the outage hang a call waits, through a change of the outage's length, until the outage ends", async () => {
  await post("/outage", { mode: "hang" });
  const pendingCall = post("/v1/check_transaction_by_md5", { md5: UNKNOWN_MD5 });
  await post("/outage", { mode: "hang", seconds: 0.05 });
  expect((await pendingCall).status).toBe(504);
  expect(await check(UNKNOWN_MD5)).toEqual(NOT_FOUND);
});
