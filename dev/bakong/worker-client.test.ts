import { afterAll, beforeAll, expect, test } from "bun:test";
import { askBakong, askDeeplink } from "../../worker/deposits/bakong.ts";
import { type Settings, settingsSchema } from "../../worker/env.ts";
import { localSettings } from "../local-settings.ts";
import type { StandIn } from "../stand-in/stand-in.ts";
import { makeSampleKhqr } from "./sample-khqr.ts";
import { startBakong } from "./server.ts";

let bakong: StandIn;
let settings: Settings;

beforeAll(() => {
  const local = localSettings(0);
  bakong = startBakong({ port: 0, token: local.BAKONG_TOKEN });
  settings = settingsSchema.parse({ ...local, BAKONG_API_URL: bakong.url });
});
afterAll(() => bakong.stop());

const control = (path: string, body: unknown) =>
  fetch(`${bakong.url}${path}`, { method: "POST", body: JSON.stringify(body) });

test("the product's client understands unpaid, failed and paid", async () => {
  const { qr, md5 } = makeSampleKhqr({ amount: 25.5 });
  expect(await askBakong(settings, md5)).toEqual({ kind: "unpaid" });
  await control("/pay", { qr, outcome: "failed" });
  expect(await askBakong(settings, md5)).toEqual({ kind: "failed" });
  const { hash, createdDateMs } = await (await control("/pay", { qr })).json();
  expect(await askBakong(settings, md5)).toEqual({
    kind: "paid",
    payment: { settlementHash: hash, toAccountId: "tonle@aclb", currency: "USD", amount: 25.5, atMs: createdDateMs },
  });
});

test("the product's client gets a deep link", async () => {
  const { deeplink, isAnswer } = await askDeeplink(settings, makeSampleKhqr().qr);
  expect(isAnswer).toBe(true);
  expect(deeplink).toStartWith(`${bakong.url}/link/`);
});

test.each(["refuse", "html", "401", "403", "429"])(
  "the product's client takes the outage %s for no answer",
  async (mode) => {
    const { qr, md5 } = makeSampleKhqr();
    await control("/pay", { qr });
    await control("/outage", { mode });
    expect(await askBakong(settings, md5)).toMatchObject({ kind: "unknown" });
    expect(await askDeeplink(settings, qr)).toEqual({ deeplink: null, isAnswer: false });
    await control("/outage", { mode: "off" });
    expect(await askBakong(settings, md5)).toMatchObject({ kind: "paid" });
  },
);
