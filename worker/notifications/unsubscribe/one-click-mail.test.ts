import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { notificationSettings, outbox, priceAlerts } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { nextMail } from "../../../dev/test/test-mails.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { newTrader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { DAY_MS } from "../../contract/time.ts";
import { settingsSchema } from "../../platform/env.ts";
import { sendAllDueMail } from "../../platform/mail/mail-outbox.ts";
import { mailDigests } from "../digest/mail-digests.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
});

test("a digest reaches the inbox with its headers, and the press of the mail program ends it", async () => {
  const trader = await newTrader(stack);
  const db = databaseOf(stack);
  const alert = { symbol: "BTCUSDm", condition: '{"type":"line"}', repeat: '{"type":"once"}', note: "" };
  const times = { createdAtMs: 0, changedAtMs: 0 };
  const row = { userId: trader.userId, ...alert, isAlsoInQuietHours: false, state: "on" as const, ...times };
  await db.write([db.query.insert(priceAlerts).values(row)]);
  await trader.put("/api/notifications/settings", { channels: { digest: "daily" } });
  const settings = settingsSchema.parse(stack.settings);
  const chosen = notificationSettings;
  const nextDueMs = async () => {
    const [[row]] = await db.read([db.query.select().from(chosen).where(eq(chosen.userId, trader.userId))]);
    return row?.digestDueAtMs ?? 0;
  };
  // The job computes when the first one is due, and sends it then.
  await mailDigests({ db, settings, now: Date.now });
  const dueMs = await nextDueMs();
  expect(dueMs - Date.now()).toBeLessThanOrEqual(DAY_MS);
  await mailDigests({ db, settings, now: () => dueMs });
  expect(await nextDueMs()).toBeGreaterThan(dueMs);

  await sendAllDueMail({ db, settings, now: () => dueMs, retryAt: async () => {} });
  const mail = await nextMail(stack, trader.email);
  expect(mail.subject).toStartWith("Your day: ");
  expect(mail.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const link = /^<(.*)>$/.exec(mail.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
  expect(link).toStartWith(`${stack.origin}/unsubscribe?token=daily.${trader.userId}.`);
  expect(mail.text).toContain(link);
  // What was sent keeps no link.
  const [rows] = await db.read([db.query.select().from(outbox).where(eq(outbox.recipient, trader.email))]);
  expect(rows.map(({ unsubscribeUrl, sentAtMs }) => [unsubscribeUrl, sentAtMs !== null])).toEqual([[null, true]]);

  const pressed = await fetch(`${stack.urls.mail}/messages/${mail.id}/unsubscribe`, { method: "POST", body: "{}" });
  expect(await pressed.json()).toEqual({ status: 200 });
  const { settings: then } = (await trader.get("/api/notifications/settings")).body;
  expect(then.channels.digest).toBe("off");
});

test("a mail of security has no such header", async () => {
  const trader = await newTrader(stack);
  await trader.post("/api/auth/login-alerts", { loginAlerts: false });
  await trader.post("/api/auth/forgot-password", { email: trader.email });
  expect((await nextMail(stack, trader.email)).headers).toEqual({});
});
