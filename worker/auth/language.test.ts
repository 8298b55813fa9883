import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client, type Reply } from "../../dev/test/test-client.ts";
import { newGooglePerson, signInWithGoogle } from "../../dev/test/test-google.ts";
import { nextMail, nextMailAbout } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newAdmin, newPerson, newTrader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import type { Language } from "../contract/languages.ts";

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

/** Puts a person's account into a language. */
async function inLanguage<Person extends Client>(language: Language, person: Person): Promise<Person> {
  const chosen = await person.post("/api/auth/language", { language });
  expect([chosen.status, chosen.body]).toEqual([200, { success: true, language }]);
  return person;
}

/** A trader whose account is in Khmer. */
const khmerTrader = async () => inLanguage("km", await newTrader(stack));

const answer = ({ status, body }: Reply) => [status, body.code, body.message];

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

describe("a log-in in an English browser keeps the account's Khmer for the browser's documents", () => {
  test("by Google", async () => {
    const person = newGooglePerson();
    const { client } = await signInWithGoogle(stack, person);
    await inLanguage("km", client);
    const browser = anyone();
    browser.cookies.set("language", "en");
    const { page } = await signInWithGoogle(stack, person, browser);
    expect([page, browser.cookies.get("language")]).toEqual(["/dashboard", "km"]);
  });

  test("of an admin", async () => {
    const admin = await inLanguage("km", await newAdmin(stack));
    const browser = anyone();
    browser.cookies.set("language", "en");
    const { email, password } = admin;
    const code = admin.unusedCode();
    expect((await browser.post("/api/admin/login", { email, password, code })).status).toBe(200);
    expect(browser.cookies.get("language")).toBe("km");
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

  test("has the same code in both languages, at the routes of an account", async () => {
    const [english, khmer] = [await inLanguage("en", await newTrader(stack)), await khmerTrader()];
    const guess = { password: "not the right one" };
    expect(answer(await english.post("/api/auth/step-up", guess, IN_KHMER))).toEqual([
      400,
      "invalid_input",
      "This is not your password",
    ]);
    expect(answer(await khmer.post("/api/auth/step-up", guess, IN_ENGLISH))).toEqual([
      400,
      "invalid_input",
      "នេះមិនមែនជាពាក្យសម្ងាត់របស់អ្នកទេ",
    ]);
  });

  test("has the same code in both languages, at the routes of admins", async () => {
    const [first, second] = [await newAdmin(stack, "Maly"), await inLanguage("km", await newAdmin(stack))];
    const { userId } = await newTrader(stack);
    const freeze = (admin: Client, version: number, headers: Record<string, string>) =>
      admin.post(
        `/api/admin/users/${userId}/freeze`,
        { version, reason: "Two people write from this account" },
        headers,
      );
    expect((await freeze(first, 1, IN_ENGLISH)).status).toBe(200);
    const already = await Promise.all([freeze(first, 2, IN_ENGLISH), freeze(second, 2, IN_ENGLISH)]);
    expect(already.map(answer)).toEqual([
      [409, "wrong_state", "This account is already frozen"],
      [409, "wrong_state", "គណនីនេះត្រូវបានបង្ករួចហើយ"],
    ]);
    const changed = await freeze(second, 1, IN_ENGLISH);
    expect(changed.body.message).toMatch(/^Maly Kim បានបង្កកគណនីនេះនៅម៉ោង \d\d:\d\d។ សូមផ្ទុកឡើងវិញ/);
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

  test("never has the language of an account that a signed link names", async () => {
    const { email } = await khmerTrader();
    await anyone().post("/api/auth/forgot-password", { email });
    const [, token = ""] = /reset-password\/([\w-]+)/.exec((await nextMail(stack, email)).text) ?? [];
    const setTo = (password: string, headers: Record<string, string>) =>
      anyone().post(`/api/auth/reset-password/${token}`, { password }, headers);
    expect((await setTo("too short", IN_ENGLISH)).body.message).toBe("Use 10 characters or more");
    expect((await setTo("too short", IN_KHMER)).body.message).toBe("សូមប្រើយ៉ាងតិច 10 តួអក្សរ");
    expect((await setTo("a new sentence for eight fish", IN_ENGLISH)).body.message).toMatch(/^Password reset/);
  });

  test("of a sign-up with a known address is that of any other, and its owner's mail is in Khmer", async () => {
    const { email } = await khmerTrader();
    const signUp = (address: string) =>
      anyone().post("/api/auth/signup", { ...newPerson(), email: address }, IN_ENGLISH);
    const [known, unknown] = [await signUp(email), await signUp(newPerson().email)];
    expect(answer(known)).toEqual(answer(unknown));
    expect(known.body.message).toMatch(/^Account created successfully!/);
    expect((await nextMail(stack, email)).subject).toBe("អ្នកមានគណនី Tonle រួចហើយ");
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

describe("a mail to a Khmer account is in Khmer", () => {
  test("about a new device, with the time in Khmer", async () => {
    const { email, password } = await khmerTrader();
    const yearThere = () => new Intl.DateTimeFormat("en-US", { timeZone: "Asia/Phnom_Penh", year: "numeric" }).format();
    const before = yearThere();
    const login = await anyone().post("/api/auth/login", { email, password }, IN_ENGLISH);
    expect(login.body.message).toBe("បានចូលគណនី");
    const mail = await nextMail(stack, email);
    expect(mail.subject).toBe("ឧបករណ៍ថ្មីមួយបានចូលគណនី Tonle របស់អ្នក");
    const year = `(${before}|${yearThere()})`;
    const where = `កម្មវិធីរុករកដែលមិនស្គាល់, Cambodia, \\d{1,2} \\p{L}[^ ]+ ${year} ម៉ោង \\d\\d:\\d\\d \\(Asia/Phnom_Penh\\)`;
    expect(mail.text).toMatch(new RegExp(where, "u"));
    expect(mail.text).toContain("ការកំណត់សុវត្ថិភាព: ");
  });

  test("about a changed password", async () => {
    const trader = await khmerTrader();
    const { email, password: currentPassword } = trader;
    const passwords = { currentPassword, newPassword: "a new sentence for eight fish" };
    const changed = await trader.post("/api/auth/password", passwords, IN_ENGLISH);
    expect(changed.body.message).toBe("បានប្តូរពាក្យសម្ងាត់។ កម្មវិធីរុករកផ្សេងទៀតទាំងអស់ត្រូវបានចាកចេញ។");
    const mail = await nextMail(stack, email);
    expect(mail.subject).toBe("ពាក្យសម្ងាត់ Tonle របស់អ្នកត្រូវបានប្តូរ");
    expect(mail.html).toContain('lang="km"');
  });

  test("about an account that an admin froze in English", async () => {
    const [admin, { userId, email }] = [await newAdmin(stack), await khmerTrader()];
    const body = { version: 1, reason: "Two people write from this account" };
    expect((await admin.post(`/api/admin/users/${userId}/freeze`, body, IN_ENGLISH)).status).toBe(200);
    expect((await nextMail(stack, email)).subject).toBe("គណនី Tonle របស់អ្នកត្រូវបានបង្កក");
  });

  test("about a linked Google account", async () => {
    const [{ userId }, person] = [await khmerTrader(), newGooglePerson()];
    await db.write([db.query.update(users).set({ email: person.email }).where(eq(users.id, userId))]);
    expect((await signInWithGoogle(stack, person)).page).toBe("/dashboard");
    await nextMailAbout(stack, person.email, "ឥឡូវនេះអាចចូលគណនី Tonle របស់អ្នកតាម Google");
  });

  test("about changed payment methods", async () => {
    const trader = await khmerTrader();
    const bank = { bankName: "ABA Bank", accountId: "000 481 726" };
    const saved = await trader.postForm("/api/user/payment-methods", bank, IN_ENGLISH);
    expect(saved.body.message).toBe("បានរក្សាទុកវិធីទូទាត់ដោយជោគជ័យ!");
    const mail = await nextMail(stack, trader.email);
    expect(mail.subject).toBe("វិធីទូទាត់ Tonle របស់អ្នកត្រូវបានប្តូរ");
    expect(mail.text).toContain("គណនីធនាគាររបស់អ្នកត្រូវបានបន្ថែម។");
  });

  test("about a closed account", async () => {
    const trader = await khmerTrader();
    const closed = await trader.post("/api/user/close", { password: trader.password }, IN_ENGLISH);
    expect([closed.status, closed.body.message]).toEqual([200, "គណនីរបស់អ្នកត្រូវបានបិទ។"]);
    expect((await nextMail(stack, trader.email)).subject).toBe("គណនី Tonle របស់អ្នកត្រូវបានបិទ");
  });
});
