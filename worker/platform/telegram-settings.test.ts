import { expect, test } from "bun:test";
import * as z from "zod";
import { localSettings } from "../../dev/local-settings.ts";
import { telegramFault, telegramSettings } from "./telegram-settings.ts";

const schema = z.object(telegramSettings);
const given = {
  TELEGRAM_BOT_TOKEN: `123456789:${"A-_9".repeat(8)}xyz`,
  TELEGRAM_BOT_NAME: "tonle_trading_bot",
  TELEGRAM_WEBHOOK_SECRET: "0f".repeat(32),
  TELEGRAM_API_URL: "https://api.telegram.org",
};
const faultOf = (changes: Record<string, string>, isLocal = false) =>
  telegramFault(schema.parse({ ...given, ...changes }), { isLocal });

test("a bot with all its settings is accepted, and the local stack's", () => {
  expect(faultOf({})).toBeNull();
  expect(telegramFault(schema.parse(localSettings(8787)), { isLocal: true })).toBeNull();
});

test("without a token nothing else is needed, as where the set-up has made a secret", () => {
  expect(telegramFault(schema.parse({}), { isLocal: false })).toBeNull();
  expect(faultOf({ TELEGRAM_BOT_TOKEN: "", TELEGRAM_BOT_NAME: "" })).toBeNull();
});

test.each([
  [{ TELEGRAM_BOT_NAME: "" }, "TELEGRAM_BOT_NAME: must be set with TELEGRAM_BOT_TOKEN"],
  [
    { TELEGRAM_BOT_NAME: "", TELEGRAM_WEBHOOK_SECRET: "" },
    "TELEGRAM_BOT_NAME, TELEGRAM_WEBHOOK_SECRET: must be set with TELEGRAM_BOT_TOKEN",
  ],
  [{ TELEGRAM_API_URL: "http://127.0.0.1:1" }, "TELEGRAM_API_URL: must be https but for localhost"],
])("a bot with %p is refused at start", (changes, fault) => {
  expect(faultOf(changes)).toBe(fault);
});

test.each([
  { TELEGRAM_BOT_TOKEN: "123456789" },
  { TELEGRAM_BOT_TOKEN: `1:${"a".repeat(30)}/../x` },
  { TELEGRAM_BOT_NAME: "@tonle_bot" },
  { TELEGRAM_BOT_NAME: "https://t.me/tonle_bot" },
  { TELEGRAM_WEBHOOK_SECRET: "short" },
  { TELEGRAM_WEBHOOK_SECRET: "with a space in it.." },
  { TELEGRAM_API_URL: "api.telegram.org" },
])("%p is not accepted", (changes) => {
  expect(schema.safeParse({ ...given, ...changes }).success).toBeFalse();
});
