import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { nextMail } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newPerson, newTrader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

const anyone = () => new Client(stack.origin);
const IN_KHMER = { "Accept-Language": "km-KH,km;q=0.9,en;q=0.5" };
const IN_ENGLISH = { "Accept-Language": "en" };

async function languageOf(email: string): Promise<string | null | undefined> {
  const [rows] = await db.read([
    db.query.select({ language: users.language }).from(users).where(eq(users.email, email)),
  ]);
  return rows[0]?.language;
}

/** A trader whose account is in Khmer. */
async function khmerTrader() {
  const trader = await newTrader(stack);
  const chosen = await trader.post("/api/auth/language", { language: "km" });
  expect([chosen.status, chosen.body]).toEqual([200, { success: true, language: "km" }]);
  return trader;
}

describe("the language of an account", () => {
  test("is stored, shown, and kept in the cookie of documents", async () => {
    const client = await khmerTrader();
    const { email } = client;
    expect(await languageOf(email)).toBe("km");
    expect(client.cookies.get("language")).toBe("km");
    expect((await client.get("/api/auth/check")).body.user.language).toBe("km");
  });

  test("is one of ours", async () => {
    const client = await newTrader(stack);
    const refused = await client.post("/api/auth/language", { language: "fr" });
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, "invalid_input", "language"]);
    expect((await anyone().post("/api/auth/language", { language: "km" })).status).toBe(401);
  });

  test("begins with that of the page of the sign-up", async () => {
    const [english, khmer] = [newPerson(), newPerson()];
    await anyone().post("/api/auth/signup", english, IN_ENGLISH);
    await anyone().post("/api/auth/signup", khmer, IN_KHMER);
    expect([await languageOf(english.email), await languageOf(khmer.email)]).toEqual(["en", "km"]);
    expect((await nextMail(stack, english.email)).subject).toMatch(/is your Tonle code$/);
    expect((await nextMail(stack, khmer.email)).subject).toContain("ជាលេខកូដ Tonle របស់អ្នក");
  });

  test("is what was chosen on a public page before the log-in; a cookie of the account changes nothing", async () => {
    const { email, password } = await newTrader(stack);
    const before = await languageOf(email);
    const browser = anyone();
    browser.cookies.set("language", "km.chosen");
    const login = await browser.post("/api/auth/login", { email, password });
    expect(login.body.user.language).toBe("km");
    expect([before, await languageOf(email)]).toEqual([null, "km"]);
    expect(browser.cookies.get("language")).toBe("km");

    const other = anyone();
    other.cookies.set("language", "en");
    await other.post("/api/auth/login", { email, password });
    expect(await languageOf(email)).toBe("km");
    expect(other.cookies.get("language")).toBe("km");
  });
});

describe("the message of a refusal", () => {
  test("is in the language of a signed-in caller's account, whatever the browser's", async () => {
    const client = await khmerTrader();
    const refused = await client.get("/api/admin/overview", IN_ENGLISH);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      "forbidden",
      "អ្នកមិនមានសិទ្ធិធ្វើសកម្មភាពនេះទេ",
    ]);
  });

  test("is in the browser's language for a stranger, and English without one of ours", async () => {
    const messageIn = async (headers: Record<string, string>) =>
      (await anyone().get("/api/auth/check", headers)).body.message;
    expect(await messageIn(IN_KHMER)).toBe("សូមចូលគណនី");
    expect(await messageIn(IN_ENGLISH)).toBe("Please log in");
    expect(await messageIn({ "Accept-Language": "fr" })).toBe("Please log in");
  });

  test("never has the language of an account that the request only names, nor that of the cookie", async () => {
    const { email } = await khmerTrader();
    const [named, unknown] = [email, newPerson().email];
    for (const headers of [IN_ENGLISH, IN_KHMER]) {
      const answers = await Promise.all(
        [named, unknown].map(async (address) => {
          const browser = anyone();
          browser.cookies.set("language", "km");
          const login = await browser.post(
            "/api/auth/login",
            { email: address, password: "not the right one" },
            headers,
          );
          const forgot = await browser.post("/api/auth/forgot-password", { email: address }, headers);
          return [login.status, login.body.message, forgot.status, forgot.body.message];
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      const message = headers === IN_ENGLISH ? "Invalid email or password" : "អ៊ីមែល ឬពាក្យសម្ងាត់មិនត្រឹមត្រូវ";
      expect(answers[0]?.[1]).toBe(message);
    }
  });

  test("of a forgotten password is English while the mail is in the account's Khmer", async () => {
    const { email } = await khmerTrader();
    const forgot = await anyone().post("/api/auth/forgot-password", { email }, IN_ENGLISH);
    expect(forgot.body.message).toMatch(/^If an account exists/);
    const mail = await nextMail(stack, email);
    expect(mail.subject).toBe("កំណត់ពាក្យសម្ងាត់ Tonle ថ្មី");
    expect(mail.text).toContain(`${stack.origin}/reset-password/`);
    expect(mail.html).toContain('lang="km"');
  });
});
