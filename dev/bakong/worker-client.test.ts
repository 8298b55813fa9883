import { afterAll, beforeAll, expect, test } from "bun:test";
import { askBakong, askDeeplink, askNewToken, type BakongAccess } from "../../worker/deposits/bakong.ts";
import type { StandIn } from "../stand-in/stand-in.ts";
import { makeSampleKhqr } from "./sample-khqr.ts";
import { BAKONG_DEFAULTS, startBakong } from "./server.ts";

let bakong: StandIn;
let access: BakongAccess;

beforeAll(() => {
  bakong = startBakong({ port: 0 });
  access = { url: bakong.url, token: BAKONG_DEFAULTS.token };
});
afterAll(() => bakong.stop());

const control = (path: string, body: unknown) =>
  fetch(`${bakong.url}${path}`, { method: "POST", body: JSON.stringify(body) });

test("the product's client distinguishes unpaid, failed and paid codes", async () => {
  const { qr, md5 } = makeSampleKhqr({ amount: 25.5 });
  expect(await askBakong(access, md5)).toEqual({ kind: "unpaid" });
  await control("/pay", { qr, outcome: "failed" });
  expect(await askBakong(access, md5)).toEqual({ kind: "failed" });
  const { hash, createdDateMs } = await (await control("/pay", { qr })).json();
  expect(await askBakong(access, md5)).toEqual({
    kind: "paid",
    payment: {
      settlementHash: hash,
      fromAccountId: "sokha_chan@mekong",
      toAccountId: "tonle@aclb",
      currency: "USD",
      amount: 25.5,
      atMs: createdDateMs,
    },
  });
});

test("the product's client gets a deep link", async () => {
  const { deeplink, isAnswer } = await askDeeplink(access, makeSampleKhqr().qr);
  expect(isAnswer).toBe(true);
  expect(deeplink).toStartWith(`${bakong.url}/link/`);
});

test("the product's client gets a new token and uses it after the old one has expired", async () => {
  const renewed = await askNewToken(access.url, BAKONG_DEFAULTS.email);
  expect(renewed).toEqual({ token: expect.stringMatching(/^ey/) });
  await control("/outage", { mode: "old-token" });
  const { md5 } = makeSampleKhqr();
  expect(await askBakong(access, md5)).toMatchObject({ kind: "unknown", isTokenRefused: true });
  expect(await askBakong({ ...access, ...renewed }, md5)).toEqual({ kind: "unpaid" });
  await control("/outage", { mode: "off" });
  expect(await askNewToken(access.url, "stranger@example.com")).toEqual({ reason: "error code 10" });
});

test.each(["refuse", "html", "401", "403", "429", "cut", "redirect"])(
  "the product's client treats the outage %s as no response",
  async (mode) => {
    const { qr, md5 } = makeSampleKhqr();
    await control("/pay", { qr });
    await control("/outage", { mode });
    expect(await askBakong(access, md5)).toMatchObject({ kind: "unknown", isTokenRefused: mode === "401" });
    expect(await askDeeplink(access, qr)).toEqual({ deeplink: null, isAnswer: false });
    expect(await askNewToken(access.url, BAKONG_DEFAULTS.email)).toEqual({ reason: expect.any(String) });
    await control("/outage", { mode: "off" });
    expect(await askBakong(access, md5)).toMatchObject({ kind: "paid" });
  },
);
