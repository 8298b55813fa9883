import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog, users } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { Client } from "../../../dev/test/test-client.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { settingsSchema } from "../../platform/env.ts";
import type { MailKind } from "../mail-links/mail-kinds.ts";
import { readUnsubscribeToken, unsubscribeUrl } from "../mail-links/unsubscribe-link.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
});

const settings = () => settingsSchema.parse(stack.settings);
/** The path of a link in a mail, with its token. */
async function linkOf({ userId }: Trader, kinds: readonly MailKind[]): Promise<string> {
  const url = new URL(await unsubscribeUrl(settings(), userId, kinds));
  return `${url.pathname}${url.search}`;
}
/** Who has no session. */
const anyone = () => new Client(stack.origin);
const settingsOf = async (trader: Trader) => (await trader.get("/api/notifications/settings")).body.settings;
const ONE_CLICK = { "List-Unsubscribe": "One-Click" };
const URL_ENCODED = { "Content-Type": "application/x-www-form-urlencoded" };

test("a mail program's press ends mails of that kind alone, in either form, and again without effect", async () => {
  for (const form of ["multipart", "urlencoded"]) {
    const trader = await newTrader(stack);
    await trader.put("/api/notifications/settings", { alert: true, order: true });
    const link = await linkOf(trader, ["alert"]);
    const press = () =>
      form === "multipart"
        ? anyone().postForm(link, ONE_CLICK)
        : anyone().send("POST", link, { headers: URL_ENCODED, body: "List-Unsubscribe=One-Click" });
    expect((await press()).status).toBe(200);
    expect(await settingsOf(trader)).toMatchObject({ email: true, money: true, alert: false, order: true });
    const again = await press();
    expect([again.status, again.body.includes("You get no more e-mails about price alerts")]).toEqual([200, true]);
    const { query, read } = databaseOf(stack);
    const [rows] = await read([query.select().from(auditLog).where(eq(auditLog.actor, trader.userId))]);
    const byLink = rows.filter(({ detail }) => detail.includes("link"));
    expect(byLink.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
      ["user.email_notifications", { alert: false, by: "link" }],
    ]);
  }
});

test.each([{ Origin: "https://mail.example" }, { "Sec-Fetch-Site": "cross-site" }, { Origin: "null" }])(
  "a press comes from any place (%p), and sets no cookie",
  async (headers) => {
    const trader = await newTrader(stack);
    const reply = await anyone().postForm(await linkOf(trader, ["money"]), ONE_CLICK, headers);
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([200, []]);
    expect((await settingsOf(trader)).money).toBe(false);
  },
);

test("to open the link, or to send anything else, changes nothing", async () => {
  const trader = await newTrader(stack);
  const link = await linkOf(trader, ["money"]);
  const page = await anyone().get(link);
  expect(page.status).toBe(200);
  expect(page.body).toContain("Stop e-mails about deposits?");
  expect((await anyone().send("HEAD", link)).status).toBe(200);
  for (const body of ["", "a=1", "List-Unsubscribe=No"]) {
    const reply = await anyone().send("POST", link, { headers: URL_ENCODED, body });
    expect(reply.body).toContain("Stop e-mails about deposits?");
  }
  await anyone().post(link, ONE_CLICK);
  expect((await settingsOf(trader)).money).toBe(true);
});

test("the page takes it back, a digest as it was", async () => {
  const trader = await newTrader(stack);
  await trader.put("/api/notifications/settings", { channels: { digest: "weekly" }, alert: true });
  const link = await linkOf(trader, ["weekly", "alert"]);
  const press = (action: string) => anyone().send("POST", link, { headers: URL_ENCODED, body: `action=${action}` });
  expect((await press("stop")).body).toContain("You get no more e-mails about price alerts and how your week was");
  expect(await settingsOf(trader)).toMatchObject({ alert: false, channels: { digest: "off" } });
  expect((await press("again")).body).toContain("You get e-mails about price alerts and how your week was again");
  expect(await settingsOf(trader)).toMatchObject({ alert: true, channels: { digest: "weekly" } });
});

test("the page is in the language of the account, and says where all mails are off", async () => {
  const trader = await newTrader(stack);
  await trader.post("/api/auth/language", { language: "km" });
  await trader.put("/api/notifications/settings", { email: false });
  const { body } = await anyone().get(await linkOf(trader, ["marketing"]), { "Accept-Language": "en" });
  expect(body).toContain('<html lang="km">');
  expect(body).toContain("អ៊ីមែលទាំងអស់ដែលអាចបិទបាន ត្រូវបានបិទក្នុងការកំណត់របស់អ្នក។");
});

test("the page runs nothing, sends forms to itself alone, and gives its address to nobody", async () => {
  const { headers, body } = await anyone().get(await linkOf(await newTrader(stack), ["money"]));
  const nonce = /<style nonce="([\w-]+)">/.exec(body)?.[1];
  expect(headers.get("Content-Security-Policy")).toBe(
    `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
});

describe("a link is worth nothing", () => {
  const refused = async (link: string) => {
    const [page, press] = [await anyone().get(link), await anyone().postForm(link, ONE_CLICK)];
    expect([page.status, press.status]).toEqual([404, 404]);
    expect(press.body).toContain("This link is not valid");
  };

  test("for another kind, for another account, or when it is cut", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const link = await linkOf(trader, ["alert"]);
    for (const wrong of [
      link.replace("alert", "money"),
      link.replace("alert", "alert-money"),
      link.replace(trader.userId, other.userId),
      link.slice(0, -1),
      `${link.slice(0, -1)}${link.endsWith("0") ? "1" : "0"}`,
      link.replace(/=.*/, "="),
      "/unsubscribe",
    ]) {
      await refused(wrong);
    }
    for (const person of [trader, other]) expect((await settingsOf(person)).money).toBe(true);
  });

  test("of a closed account", async () => {
    const trader = await newTrader(stack);
    const link = await linkOf(trader, ["money"]);
    expect((await trader.post("/api/user/close", { password: trader.password })).status).toBe(200);
    await refused(link);
    const { query, read } = databaseOf(stack);
    const [[row]] = await read([query.select().from(users).where(eq(users.id, trader.userId))]);
    expect(row?.closedAtMs).not.toBeNull();
  });

  test("with another secret", async () => {
    const { userId } = await newTrader(stack);
    const other = { ...settings(), COOKIE_SECRET: new Uint8Array(32) };
    const token = new URL(await unsubscribeUrl(other, userId, ["money"])).searchParams.get("token") ?? "";
    expect(await readUnsubscribeToken(other, token)).toEqual({ userId, kinds: ["money"] });
    expect(await readUnsubscribeToken(settings(), token)).toBeNull();
  });
});
