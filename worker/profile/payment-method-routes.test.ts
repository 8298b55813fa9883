import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { auditLog, images, users } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES as SAMPLE } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client, type Reply } from "../../dev/test/test-client.ts";
import { nextMail } from "../../dev/test/test-mails.ts";
import { databaseOf, fundTrader, withdrawalAsk } from "../../dev/test/test-money.ts";
import { makeLogInOld, newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { scopeOf } from "../../dev/test/test-scope.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { DAY_MS } from "../contract/time.ts";
import { inspectImage } from "../images/inspect-image.ts";
import { savePaymentMethods } from "./save-payment-methods.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

const BANK = { bankName: "ABA Bank", accountId: "000 481 726" };
const NO_BANK = { bankName: "", accountId: "" };
const file = (bytes: Uint8Array<ArrayBuffer> | string, name = "code.png", type = "image/png") =>
  new File([bytes], name, { type });
const save = (trader: Client, parts: Record<string, string | File>, headers?: Record<string, string>) =>
  trader.postForm("/api/user/payment-methods", parts, headers);
const methodsOf = async (trader: Client) => (await trader.get("/api/user/profile")).body.user.paymentMethods;
const securityChangeOf = async ({ userId }: Trader) => {
  const [[row]] = await db.read([
    db.query.select({ atMs: users.securityChangedAtMs }).from(users).where(eq(users.id, userId)),
  ]);
  return row?.atMs;
};
/** The number of images in their bucket. Miniflare stores each as a file. */
const objectCount = () =>
  [...new Bun.Glob("wrangler/v3/r2/tonle-images/blobs/*").scanSync({ cwd: stack.dataDir, onlyFiles: true })].length;
const imageCount = async ({ userId }: Trader) => {
  const [rows] = await db.read([db.query.select().from(images).where(eq(images.userId, userId))]);
  return rows.length;
};
/** Uploads a payment code and returns its path. */
async function upload(trader: Trader, bytes = SAMPLE.png): Promise<string> {
  const reply = await save(trader, { ...NO_BANK, khqrImage: file(bytes) });
  expect(reply.status).toBe(200);
  return reply.body.user.paymentMethods.khqr.image;
}

describe("payment methods", () => {
  test("are empty at first, and active when all fields of a method are set", async () => {
    const trader = await newTrader(stack);
    expect(await methodsOf(trader)).toEqual({
      khqr: { image: null, isActive: false, holder: "" },
      bankTransfer: { isActive: false, ...NO_BANK, holder: "" },
    });
    const half = await save(trader, { bankName: " ABA Bank ", accountId: "" });
    expect(half.body.user.paymentMethods.bankTransfer).toEqual({
      isActive: false,
      bankName: "ABA Bank",
      accountId: "",
      holder: "",
    });

    const whole = await save(trader, { ...BANK, khqrImage: file(SAMPLE.png) });
    expect(whole.body.message).toBe("Payment methods updated successfully!");
    expect(whole.body.user.paymentMethods.bankTransfer).toEqual({ isActive: true, ...BANK, holder: "" });
    expect(whole.body.user.paymentMethods.khqr).toEqual({
      image: expect.stringMatching(/^\/api\/image\/[A-Za-z0-9_-]{43}\.png$/),
      isActive: true,
      holder: "",
    });
    expect(whole.dbTrips).toBe(3);
    expect(await methodsOf(trader)).toEqual(whole.body.user.paymentMethods);
  });

  test("have an account number in the digits that a bank's form takes", async () => {
    const trader = await newTrader(stack);
    await save(trader, { bankName: "ធនាគារ ABA", accountId: " ០០០ ១២៣ ４５６ " });
    expect((await methodsOf(trader)).bankTransfer).toEqual({
      isActive: true,
      bankName: "ធនាគារ ABA",
      accountId: "000 123 456",
      holder: "",
    });
  });

  test("have the person who owns each, whom a page of before holders keeps with its destination and gives to no other", async () => {
    const trader = await newTrader(stack);
    const holders = async () => {
      const { khqr, bankTransfer } = await methodsOf(trader);
      return [khqr.holder, bankTransfer.holder];
    };
    const both = { ...BANK, bankHolder: " KEO  BOPHA ", khqrHolder: "កែវ បុប្ផា", khqrImage: file(SAMPLE.png) };
    expect((await save(trader, both)).status).toBe(200);
    expect(await holders()).toEqual(["កែវ បុប្ផា", "KEO  BOPHA"]);
    await save(trader, BANK);
    expect(await holders()).toEqual(["កែវ បុប្ផា", "KEO  BOPHA"]);
    await save(trader, { ...BANK, accountId: "1", khqrImage: file(SAMPLE.jpeg) });
    expect(await holders()).toEqual(["", ""]);
  });

  test("hold nothing for a holder that was missing, and a day for another one", async () => {
    const trader = await newTrader(stack);
    await save(trader, BANK);
    expect((await save(trader, { ...BANK, bankHolder: "KEO BOPHA" })).status).toBe(200);
    expect(await securityChangeOf(trader)).toBeNull();
    for (const bankHolder of ["", "KEO DARA"]) {
      const before = await securityChangeOf(trader);
      await save(trader, { ...BANK, bankHolder });
      if (bankHolder === "") expect(await securityChangeOf(trader)).toBeGreaterThan(before ?? 0);
    }
    const refused = await save(trader, { ...BANK, bankHolder: "x".repeat(122) });
    expect([refused.status, refused.body.field]).toEqual([400, "bankHolder"]);
    expect(refused.body.message).toContain("Account holder");
  });

  test("saved again, as after a lost response, are unchanged", async () => {
    const trader = await newTrader(stack);
    const whole = () => save(trader, { ...BANK, khqrImage: file(SAMPLE.png) });
    const first = await whole();
    const objects = objectCount();
    const again = await whole();
    expect([again.status, again.body.user]).toEqual([200, first.body.user]);
    expect(await securityChangeOf(trader)).toBeNull();
    expect(objectCount()).toBe(objects);
    expect((await save(trader, { ...BANK, khqrImage: file(SAMPLE.jpeg) })).status).toBe(200);
    expect(await securityChangeOf(trader)).toBeGreaterThan(0);
  });

  test("keep the payment code when only the bank changes", async () => {
    const trader = await newTrader(stack);
    const image = await upload(trader);
    const reply = await save(trader, BANK);
    expect(reply.body.user.paymentMethods.khqr).toEqual({ image, isActive: true, holder: "" });
    expect((await trader.get(image)).status).toBe(200);
  });

  test("that change are audited and mailed, without the account number", async () => {
    const trader = await newTrader(stack);
    const since = new Date().toISOString();
    await save(trader, { ...BANK, khqrImage: file(SAMPLE.png) });
    const first = await nextMail(stack, trader.email, since);
    expect(first.subject).toBe("Your Tonle payment methods were changed");
    expect(first.text).toContain("Your KHQR code was added.");
    expect(first.text).toContain("Your bank account was added.");
    expect(first.text).not.toContain("24 hours");

    await save(trader, { ...BANK, accountId: "999 999 999" });
    const second = await nextMail(stack, trader.email, first.at);
    expect(second.text).toContain("Your bank account was changed.");
    expect(second.text).toContain("24 hours");
    expect(second.text).not.toMatch(/999 ?999|ABA/);

    const [rows] = await db.read([
      db.query
        .select({ actor: auditLog.actor, detail: auditLog.detail })
        .from(auditLog)
        .where(and(eq(auditLog.action, "payment_methods.saved"), eq(auditLog.subject, `user:${trader.userId}`))),
    ]);
    expect(rows).toEqual([
      { actor: trader.userId, detail: '{"khqr":"added","bankTransfer":"added","holdsWithdrawals":false}' },
      { actor: trader.userId, detail: '{"khqr":"unchanged","bankTransfer":"changed","holdsWithdrawals":true}' },
    ]);
  });

  test("hold withdrawals after every change but the very first configuration", async () => {
    const trader = await newTrader(stack);
    await save(trader, { ...BANK, accountId: "" });
    await save(trader, BANK);
    await save(trader, BANK);
    expect(await securityChangeOf(trader)).toBeNull();
    // As an attacker would: in addition to the owner's own method, which stays unchanged.
    const since = new Date().toISOString();
    await save(trader, { ...BANK, khqrImage: file(SAMPLE.png) });
    const addedAtMs = await securityChangeOf(trader);
    expect(addedAtMs).toBeGreaterThanOrEqual(Date.parse(since));
    expect((await nextMail(stack, trader.email, since)).text).toContain("24 hours");
    await save(trader, { ...BANK, bankName: "ACLEDA" });
    expect(await securityChangeOf(trader)).toBeGreaterThan(addedAtMs ?? 0);
  });

  test("configured first in an account with a paid deposit hold withdrawals", async () => {
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 10);
    const since = new Date().toISOString();
    await save(trader, { ...BANK, accountId: "" });
    expect(await securityChangeOf(trader)).toBeNull();
    await save(trader, BANK);
    expect(await securityChangeOf(trader)).not.toBeNull();
    expect((await nextMail(stack, trader.email, since)).text).toContain("24 hours");
  });

  test("configured first within a day of a log-in on another device than the first hold withdrawals", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const { email, password } = trader;
    const elsewhere = new Client(stack.origin);
    expect((await elsewhere.post("/api/auth/login", { email, password })).status).toBe(200);
    // The other device cannot make itself the first one, nor undo its log-in.
    expect((await elsewhere.send("DELETE", "/api/auth/sessions")).body.ended).toBe(1);
    await save(elsewhere, BANK);
    expect(await securityChangeOf(trader)).not.toBeNull();

    await other.post("/api/auth/logout");
    expect((await other.post("/api/auth/login", { email: other.email, password })).status).toBe(200);
    await save(other, BANK);
    expect(await securityChangeOf(other)).toBeNull();
  });

  test("configured first a day after a log-in on another device hold nothing", async () => {
    const trader = await newTrader(stack);
    const { email, password } = trader;
    await new Client(stack.origin).post("/api/auth/login", { email, password });
    const aDayAgo = { otherDeviceLogInAtMs: Date.now() - DAY_MS };
    await db.write([db.query.update(users).set(aDayAgo).where(eq(users.id, trader.userId))]);
    expect((await save(trader, BANK)).status).toBe(200);
    expect(await securityChangeOf(trader)).toBeNull();
  });

  test("configured first during a log-in on another device are evaluated again", async () => {
    const trader = await newTrader(stack);
    const { email, password } = trader;
    const logInElsewhere = () => new Client(stack.origin).post("/api/auth/login", { email, password });
    const scope = await scopeOf(stack, trader, "/api/user/payment-methods", logInElsewhere);
    const saving = savePaymentMethods(scope, { ...BANK, khqrImage: null });
    await expect(saving).rejects.toThrow("payment_methods_changed");
    expect((await methodsOf(trader)).bankTransfer.isActive).toBe(false);
  });

  test("need a proof of the last 15 minutes: a log-in or the password", async () => {
    const trader = await newTrader(stack);
    await makeLogInOld(stack, trader);
    const stale = await save(trader, { ...BANK, khqrImage: file(SAMPLE.png) });
    expect([stale.status, stale.body.code, stale.dbTrips]).toEqual([403, "step_up_required", 1]);
    expect([await imageCount(trader), (await methodsOf(trader)).bankTransfer.isActive]).toEqual([0, false]);
    const wrong = await trader.post("/api/auth/step-up", { password: "not the password" });
    expect([wrong.status, (await save(trader, BANK)).status]).toEqual([400, 403]);
    expect((await trader.post("/api/auth/step-up", { password: trader.password })).status).toBe(200);
    expect((await save(trader, BANK)).status).toBe(200);
  });

  test("of an admin need a code of the authenticator in an admin session", async () => {
    const admin = await newAdmin(stack);
    await makeLogInOld(stack, admin);
    const stale = await save(admin, BANK);
    expect([stale.status, stale.body.code, stale.body.message]).toEqual([
      403,
      "step_up_required",
      "Enter a code from your authenticator again to continue",
    ]);
    expect((await admin.post("/api/auth/step-up", { password: "whatever it is" })).status).toBe(403);
    expect((await admin.post("/api/admin/step-up", { code: admin.unusedCode() })).status).toBe(200);
    expect((await save(admin, BANK)).status).toBe(200);
  });

  test("hold withdrawals too when all methods had been removed before", async () => {
    const trader = await newTrader(stack);
    await save(trader, BANK);
    await save(trader, { bankName: "", accountId: "" });
    await db.write([db.query.update(users).set({ securityChangedAtMs: null }).where(eq(users.id, trader.userId))]);
    await save(trader, { ...BANK, accountId: "999 999 999" });
    expect(await securityChangeOf(trader)).not.toBeNull();
  });

  test("saved twice concurrently are saved once", async () => {
    const trader = await newTrader(stack);
    await save(trader, BANK);
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) => save(trader, { ...BANK, accountId: `${i}`, khqrImage: file(SAMPLE.png) })),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won.length).toBeGreaterThan(0);
    for (const { status, body } of replies) {
      if (status !== 200) expect([status, body.code]).toEqual([409, "wrong_state"]);
    }
    const methods = await methodsOf(trader);
    expect(won.map(({ body }) => body.user.paymentMethods)).toContainEqual(methods);
    expect(await imageCount(trader)).toBe(1);
    expect((await trader.get(methods.khqr.image)).status).toBe(200);
  });
});

describe("a payment code", () => {
  test.each(["jpeg", "png", "webp"] as const)(
    "(%s) is stored without metadata that its sender did not mean to reveal",
    async (kind) => {
      const trader = await newTrader(stack);
      const image = await upload(trader, SAMPLE[kind]);
      const reply = await trader.get(image);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual(inspectImage(SAMPLE[kind], "").bytes);
      expect(reply.headers.get("Content-Type")).toBe(`image/${kind}`);
      expect(reply.headers.get("Content-Length")).toBe(String(reply.body.length));
      expect(reply.headers.get("Content-Disposition")).toMatch(/^inline; filename="image\.(jpg|png|webp)"$/);
      expect(reply.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(reply.headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
      expect(reply.headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
      expect(reply.headers.get("Cache-Control")).toBe("private, no-store");
      expect(reply.dbTrips).toBe(1);
    },
  );

  test("replaces the previous one, which is deleted from the database and the bucket", async () => {
    const trader = await newTrader(stack);
    const first = await upload(trader);
    const count = objectCount();
    const second = await upload(trader, SAMPLE.jpeg);
    expect((await trader.get(second)).status).toBe(200);
    expect((await trader.get(first)).status).toBe(404);
    expect(await imageCount(trader)).toBe(1);
    await waitUntil("as many objects as there were", () => objectCount() === count);
  });

  test("is kept while a withdrawal refers to it", async () => {
    const trader = await newTrader(stack);
    const first = await upload(trader);
    await fundTrader(stack, trader, 50);
    const asked = () => trader.post("/api/withdrawal/request", withdrawalAsk(20, { paymentMethod: "KHQR" }));
    const refused = await asked();
    expect([refused.status, refused.body.code, refused.body.link]).toEqual([409, "holder_needed", "/profile"]);
    await save(trader, { ...NO_BANK, khqrHolder: "Bopha Keo" });
    const request = await asked();
    expect(request.body.withdrawal.holder).toBe("Bopha Keo");
    expect(request.body.withdrawal.paymentDetails).toEqual({ image: first });
    const second = await upload(trader, SAMPLE.jpeg);
    expect((await trader.get(first)).status).toBe(200);
    expect((await trader.get(second)).status).toBe(200);
    const [withdrawal] = (await trader.get("/api/withdrawal/history")).body.withdrawals;
    expect(withdrawal.paymentDetails).toEqual({ image: first });
  });

  test("is readable by its owner only: others get the same response as for a missing one, and nobody after signing out", async () => {
    const [owner, other] = [await newTrader(stack), await newTrader(stack)];
    const image = await upload(owner);
    const stripped = (reply: Reply) => ({ status: reply.status, body: { ...reply.body, requestId: "" } });
    const theirs = await other.get(image);
    const missing = await other.get(`/api/image/${"x".repeat(43)}.png`);
    expect(theirs.status).toBe(404);
    expect(stripped(theirs)).toEqual(stripped(missing));
    expect((await new Client(stack.origin).get(image)).status).toBe(401);
    for (const path of ["/api/withdrawal/admin/image/", "/api/withdrawal/user/proof/"]) {
      expect((await owner.get(image.replace("/api/image/", path))).status).toBe(404);
    }
    const cookies = [...owner.cookies];
    await owner.post("/api/auth/logout");
    expect((await owner.get(image)).status).toBe(401);
    for (const [name, value] of cookies) owner.cookies.set(name, value);
    expect((await owner.get(image)).status).toBe(401);
  });

  test("is refused to another site, whoever is signed in", async () => {
    const trader = await newTrader(stack);
    const image = await upload(trader);
    for (const headers of [
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { Origin: "https://evil.example" },
    ]) {
      const reply = await trader.get(image, headers);
      expect([reply.status, reply.body.code]).toEqual([403, "cross_origin"]);
    }
    expect((await trader.get(image, { "Sec-Fetch-Site": "same-origin" })).status).toBe(200);
  });
});

describe("a refused save stores nothing:", () => {
  let trader: Trader;
  beforeAll(async () => {
    trader = await newTrader(stack);
  });

  const NOT_AN_IMAGE = "Please select an image file";
  const DAMAGED = "This image is damaged or incomplete. Please choose another one.";
  const header = SAMPLE.png.slice(0, 33);
  const bomb = Uint8Array.from(SAMPLE.jpeg);
  const frame = bomb.findIndex((byte, i) => byte === 0xff && bomb[i + 1] === 0xc0);
  bomb.set([0xff, 0xff, 0xff, 0xff], frame + 5);

  test.each([
    [
      "SVG",
      file('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', "a.svg", "image/svg+xml"),
      NOT_AN_IMAGE,
    ],
    ["SVG by another name", file('<svg xmlns="http://www.w3.org/2000/svg"/>'), NOT_AN_IMAGE],
    [
      "an HTML page with an image's name",
      file("<!doctype html><script>1</script>", "a.jpg", "image/jpeg"),
      NOT_AN_IMAGE,
    ],
    ["a GIF", file(SAMPLE.gif, "a.png"), NOT_AN_IMAGE],
    ["an archive in front of a picture", new File(["PK\x03\x04", SAMPLE.png], "a.png"), NOT_AN_IMAGE],
    ["nothing", file(""), NOT_AN_IMAGE],
    ["text where the file should be", "https://example.com/code.png", NOT_AN_IMAGE],
    ["a data URL where the file should be", "data:image/png;base64,iVBORw0KGgo=", NOT_AN_IMAGE],
    ["half a JPEG", file(SAMPLE.jpeg.slice(0, 500)), DAMAGED],
    ["a PNG's head", file(header), DAMAGED],
    ["a moving picture", file(SAMPLE.movingWebp), "Moving images are not accepted. Please choose a still one."],
    [
      "an image that declares four gigapixels",
      file(bomb),
      "An image must have 16 to 8,000 pixels a side, and 25 megapixels at most",
    ],
    ["five megabytes", file(new Uint8Array(5_242_880)), "File size must be less than 5MB"],
  ])("%s", async (_, khqrImage, message) => {
    const count = objectCount();
    const reply = await save(trader, { ...BANK, khqrImage });
    expect(reply.body).toMatchObject({ success: false, code: "invalid_input", field: "khqrImage", message });
    expect(reply.status).toBe(400);
    expect(objectCount()).toBe(count);
    expect(await imageCount(trader)).toBe(0);
    expect((await methodsOf(trader)).bankTransfer.isActive).toBe(false);
  });

  test("50 megabytes, with or without a declared length", async () => {
    const count = objectCount();
    const big = new Uint8Array(50 * 1024 * 1024);
    const withLength = await save(trader, { ...BANK, khqrImage: file(big) });
    expect([withLength.status, withLength.body.code, withLength.body.message]).toEqual([
      413,
      "body_too_large",
      "File size must be less than 5MB",
    ]);
    const withoutLength = await trader.send("POST", "/api/user/payment-methods", {
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
      body: new Blob([big]).stream(),
    });
    expect([withoutLength.status, withoutLength.body.code]).toEqual([413, "body_too_large"]);
    expect(objectCount()).toBe(count);
  });

  test.each([
    ["too long a name", { ...BANK, bankName: "x".repeat(61) }, "bankName"],
    ["too long a number", { ...BANK, accountId: "1".repeat(61) }, "accountId"],
    ["a name that reads backwards", { ...BANK, bankName: "\u202eABA" }, "bankName"],
    ["a file for a name", { ...BANK, bankName: file(SAMPLE.png) }, "bankName"],
    ["no number", { bankName: "ABA" }, "accountId"],
    ["a field too many", { ...BANK, userId: "somebody" }, "userId"],
    ["six parts", { ...BANK, a: "", b: "", c: "", d: "" }, "body"],
  ])("%s", async (_, parts, field) => {
    const reply = await save(trader, parts);
    expect(reply.body).toMatchObject({ success: false, code: "invalid_input", field });
    expect(reply.status).toBe(400);
    expect((await methodsOf(trader)).bankTransfer).toEqual({ isActive: false, ...NO_BANK, holder: "" });
  });

  test.each([
    ["application/json", JSON.stringify(BANK), 415],
    ["application/x-www-form-urlencoded", "bankName=ABA&accountId=1", 415],
    ["multipart/mixed; boundary=x", "--x--", 415],
    ["multipart/form-data", "no boundary", 400],
    ["multipart/form-data; boundary=x", "not in parts", 400],
  ])("%s with %p", async (type, body, status) => {
    const reply = await trader.send("POST", "/api/user/payment-methods", { headers: { "Content-Type": type }, body });
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ success: false });
  });

  test("a form from another site", async () => {
    const reply = await save(trader, { ...BANK, khqrImage: file(SAMPLE.png) }, { Origin: "https://evil.example" });
    expect([reply.status, reply.body.code]).toEqual([403, "cross_origin"]);
    expect(await imageCount(trader)).toBe(0);
  });

  test("an eleventh image within an hour", async () => {
    const trader = await newTrader(stack);
    for (let i = 0; i < 10; i++) await upload(trader, i % 2 === 0 ? SAMPLE.png : SAMPLE.jpeg);
    const image = (await methodsOf(trader)).khqr.image;
    const reply = await save(trader, { ...BANK, khqrImage: file(SAMPLE.png) });
    expect([reply.status, reply.body.code]).toEqual([429, "too_many_requests"]);
    expect((await methodsOf(trader)).khqr.image).toBe(image);
    expect(await imageCount(trader)).toBe(1);
    expect((await trader.get(image)).status).toBe(200);
    expect((await save(trader, BANK)).status).toBe(200);
  });

  test("more than 30 MiB of images, not counting the one that is replaced", async () => {
    const trader = await newTrader(stack);
    const first = await upload(trader);
    const kept = (sizeBytes: number) => ({
      filename: crypto.randomUUID(),
      objectKey: crypto.randomUUID(),
      userId: trader.userId,
      sizeBytes,
      purpose: "payment_code" as const,
      contentType: "image/png" as const,
      widthPx: 20,
      heightPx: 16,
      uploadedBy: trader.userId,
      createdAtMs: Date.now(),
    });
    const [[row]] = await db.read([db.query.select().from(images).where(eq(images.userId, trader.userId))]);
    const size = row?.sizeBytes ?? 0;
    const room = 30 * 1024 * 1024 - size;
    const parts = Array.from({ length: 7 }, (_, i) => kept(i < 6 ? 5_000_000 : room - 6 * 5_000_000));
    await db.write(parts.map((part) => db.query.insert(images).values(part)));

    const count = objectCount();
    expect((await trader.get(await upload(trader, SAMPLE.palettePng))).status).toBe(200);
    expect((await trader.get(first)).status).toBe(404);
    await waitUntil("as many objects as there were", () => objectCount() === count);
    const reply = await save(trader, { ...NO_BANK, khqrImage: file(SAMPLE.jpeg) });
    expect([reply.status, reply.body.code]).toEqual([400, "image_quota"]);
    await waitUntil("as many objects as there were", () => objectCount() === count);
  });
});
