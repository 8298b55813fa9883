import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import {
  auditLog,
  idCardFields,
  idempotencyKeys,
  identities,
  images,
  jobRuns,
  outbox,
  sessions,
} from "../../db/schema/index.ts";
import { SAMPLE_IMAGES as SAMPLE } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import type { Client, Reply } from "../../dev/test/test-client.ts";
import { behindTriggers } from "../../dev/test/test-database.ts";
import { nextMail } from "../../dev/test/test-mails.ts";
import { databaseOf, typedCard } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin, newKhmerTrader, newTrader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { IDENTITY, SESSION } from "../contract/limits.ts";
import { DAY_MS } from "../contract/time.ts";
import { isoDate } from "../contract/trade-calendar.ts";
import { inspectImage } from "../images/inspect-image.ts";
import { giveRole } from "../platform/user-store.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  admin = await newAdmin(stack);
}, 600_000);

const dataUrl = (bytes: Uint8Array) => `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`;
const submit = (trader: Client, bytes: Uint8Array = SAMPLE.jpeg) =>
  trader.put("/api/user/profile", { idCardImage: dataUrl(bytes) });
const verify = (who: Client, userId: string, version = 1, headers = {}, card = {}) =>
  who.post(`/api/admin/identities/${userId}/verify`, { version, ...typedCard(userId, card) }, headers);
const reject = (who: Client, userId: string, body: object = {}) =>
  who.post(`/api/admin/identities/${userId}/reject`, { version: 1, reason: "unclear", ...body });
const reopen = (who: Client, userId: string, body: object = {}, headers = {}) =>
  who.post(`/api/admin/identities/${userId}/reopen`, { version: 2, reason: "The name was misspelt", ...body }, headers);
const rename = (trader: Client, name: object) => trader.put("/api/user/profile", name);
const identityOf = async (trader: Client) => {
  const { user } = (await trader.get("/api/user/profile")).body;
  return {
    status: user.idVerificationStatus,
    image: user.idCardImage,
    reason: user.idRejectionReason,
    submittedAt: user.idSubmittedAt,
    decidedAt: user.idDecidedAt,
  };
};
const atAdmin = async (id: string) => (await admin.get(`/api/admin/identities?id=${id}`)).body.identities[0];
const auditOf = async (userId: string) => {
  const [rows] = await db.read([
    db.query
      .select({ actor: auditLog.actor, action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(eq(auditLog.subject, `identity:${userId}`))
      .orderBy(auditLog.sequence),
  ]);
  return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) }));
};
const viewsOf = async (userId: string) => (await auditOf(userId)).filter(({ action }) => action === "identity.viewed");
const idCardsOf = async (userId: string) => {
  const isThis = and(eq(images.userId, userId), eq(images.purpose, "id_card"));
  const [rows] = await db.read([db.query.select().from(images).where(isThis)]);
  return rows;
};
const code = ({ status, body }: Reply) => [status, body.code];

describe("an identity", () => {
  test("is mailed and refused in the language of the account", async () => {
    const trader = await newKhmerTrader(stack);
    const since = new Date().toISOString();
    await submit(trader);
    const mail = await nextMail(stack, trader.email, since);
    expect(mail.subject).toBe("អត្តសញ្ញាណប័ណ្ណរបស់អ្នកកំពុងពិនិត្យ");
    await reject(admin, trader.userId, { reason: "expired" });
    const why = "ឯកសារនេះផុតកំណត់ហើយ។ សូមបង្ហោះឯកសារដែលនៅមានសុពលភាព។";
    expect((await identityOf(trader)).reason).toBe(why);
    const rejected = await nextMail(stack, trader.email, mail.at);
    expect(rejected.text).toContain(`មូលហេតុ៖ ${why}`);
    // The admin reads the same reason in the admin's own language.
    expect((await admin.get(`/api/admin/users/${trader.userId}`)).body.user.idRejectionReason).toMatch(/has expired/);
  });

  test("is missing at first, then pending with its image, and verified for good", async () => {
    const trader = await newTrader(stack);
    expect(await identityOf(trader)).toEqual({
      status: "none",
      image: null,
      reason: null,
      submittedAt: null,
      decidedAt: null,
    });
    const since = new Date().toISOString();
    const sent = await submit(trader);
    expect(sent.dbTrips).toBe(3);
    const waiting = await identityOf(trader);
    expect(waiting).toMatchObject({ status: "pending", reason: null, decidedAt: null });
    expect(waiting.image).toMatch(/^\/api\/image\/[A-Za-z0-9_-]{43}\.jpg$/);

    const first = await nextMail(stack, trader.email, since);
    expect(first.subject).toBe("Your ID card is under review");
    const done = await verify(admin, trader.userId);
    expect([done.status, done.dbTrips]).toEqual([200, 2]);
    expect(done.body.identity).toMatchObject({ _id: trader.userId, status: "verified", decidedBy: admin.name });
    expect(await identityOf(trader)).toMatchObject({ status: "verified", image: waiting.image });
    expect(code(await submit(trader))).toEqual([409, "wrong_state"]);
    expect(code(await verify(admin, trader.userId, 2))).toEqual([409, "wrong_state"]);
    expect(code(await reject(admin, trader.userId, { version: 2 }))).toEqual([409, "wrong_state"]);
    expect((await nextMail(stack, trader.email, first.at)).subject).toBe("Your identity is verified");
    const filename = waiting.image.replace("/api/image/", "");
    expect(await auditOf(trader.userId)).toEqual([
      { actor: trader.userId, action: "identity.submitted", detail: { filename } },
      { actor: admin.userId, action: "identity.verified", detail: expect.any(Object) },
    ]);
  });

  test("that was rejected has a reason, and is pending again with a new image", async () => {
    const trader = await newTrader(stack);
    const since = new Date().toISOString();
    await submit(trader);
    const first = (await identityOf(trader)).image;
    const { at } = await nextMail(stack, trader.email, since);
    expect((await reject(admin, trader.userId, { reason: "expired" })).status).toBe(200);
    expect(await identityOf(trader)).toMatchObject({
      status: "rejected",
      image: first,
      reason: "This document has expired. Please upload one that is valid.",
    });
    const mail = await nextMail(stack, trader.email, at);
    expect(mail.subject).toBe("Your ID card could not be accepted");
    expect(mail.text).toContain("The reason: This document has expired.");
    expect((await auditOf(trader.userId)).at(-1)).toEqual({
      actor: admin.userId,
      action: "identity.rejected",
      detail: { reason: "expired", note: "" },
    });

    expect((await submit(trader, SAMPLE.progressiveJpeg)).status).toBe(200);
    const again = await identityOf(trader);
    expect(again).toMatchObject({ status: "pending", reason: null, decidedAt: null });
    expect(again.image).not.toBe(first);
    expect((await trader.get(first)).status).toBe(404);
    expect(await idCardsOf(trader.userId)).toHaveLength(1);
    // Submitted, rejected, submitted: it is the third version now.
    expect((await verify(admin, trader.userId, 3)).status).toBe(200);
  });

  test("is decided without a mail if the user has turned such mails off, and security mails are still sent", async () => {
    const trader = await newTrader(stack);
    const off = await trader.post("/api/user/notifications", { email: false });
    expect([off.status, off.body, off.dbTrips]).toEqual([200, { success: true, email: false }, 1]);
    expect((await trader.get("/api/user/profile")).body.user.notifications).toEqual({ email: false });
    const since = new Date().toISOString();
    await submit(trader);
    const { at } = await nextMail(stack, trader.email, since);
    expect((await reject(admin, trader.userId, { reason: "expired" })).status).toBe(200);
    expect((await identityOf(trader)).status).toBe("rejected");
    await submit(trader);
    // The new submission is mailed at once: a mail about the decision would have come before it.
    expect((await nextMail(stack, trader.email, at)).subject).toBe("Your ID card is under review");
    expect((await verify(admin, trader.userId, 3)).status).toBe(200);
    expect((await trader.post("/api/user/notifications", { email: true })).body).toEqual({
      success: true,
      email: true,
    });
    const ownActs = and(eq(auditLog.subject, `user:${trader.userId}`), eq(auditLog.action, "user.email_notifications"));
    const [queued, acts] = await db.read([
      db.query.select().from(outbox).where(eq(outbox.recipient, trader.email)),
      db.query.select().from(auditLog).where(ownActs).orderBy(auditLog.sequence),
    ]);
    // A notice of each submitted card.
    expect(queued).toHaveLength(2);
    expect(acts.map(({ actor, detail }) => [actor, detail])).toEqual([
      [trader.userId, '{"on":false}'],
      [trader.userId, '{"on":true}'],
    ]);
  });

  test("is rejected with the admin's note if there is one, and without a text for a clearer image", async () => {
    const trader = await newTrader(stack);
    await submit(trader);
    expect(code(await reject(admin, trader.userId, { reason: "other" }))).toEqual([400, "invalid_input"]);
    expect(code(await reject(admin, trader.userId, { reason: "ugly" }))).toEqual([400, "invalid_input"]);
    expect((await reject(admin, trader.userId, { reason: "other", note: " The back is missing " })).status).toBe(200);
    expect((await identityOf(trader)).reason).toBe("The back is missing");

    const other = await newTrader(stack);
    await submit(other);
    await reject(admin, other.userId, { reason: "unclear" });
    expect((await identityOf(other)).reason).toBeNull();
  });

  test("cannot be decided on an image that the admin has not seen", async () => {
    const trader = await newTrader(stack);
    await submit(trader);
    await submit(trader, SAMPLE.greyJpeg);
    const reply = await verify(admin, trader.userId, 1);
    expect(code(reply)).toEqual([409, "wrong_state"]);
    expect(reply.body.message).toContain("another image");
    expect((await identityOf(trader)).status).toBe("pending");
    expect((await atAdmin(trader.userId)).version).toBe(2);
    expect((await verify(admin, trader.userId, 2)).status).toBe(200);
  });

  test("is decided once by concurrent admins, and a repeated decision gets its first response", async () => {
    const [trader, colleague] = [await newTrader(stack), await newAdmin(stack, "Maly")];
    await submit(trader);
    const replies = await Promise.all([
      verify(admin, trader.userId),
      reject(colleague, trader.userId),
      verify(colleague, trader.userId),
      reject(admin, trader.userId),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await auditOf(trader.userId)).map(({ action }) => action)).toHaveLength(2);

    const other = await newTrader(stack);
    await submit(other);
    const idempotencyKey = { "Idempotency-Key": crypto.randomUUID() };
    const first = await verify(admin, other.userId, 1, idempotencyKey);
    expect((await verify(admin, other.userId, 1, idempotencyKey)).body).toEqual(first.body);
  });

  test("submitted twice concurrently is pending with one image", async () => {
    const trader = await newTrader(stack);
    const replies = await Promise.all(Array.from({ length: 5 }, () => submit(trader)));
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    for (const reply of replies) if (reply.status !== 200) expect(code(reply)).toEqual([409, "wrong_state"]);
    const rows = await idCardsOf(trader.userId);
    expect(rows.map(({ filename }) => `/api/image/${filename}`)).toEqual([(await identityOf(trader)).image]);
  });

  test("is submitted five times a day at most", async () => {
    const trader = await newTrader(stack);
    for (let i = 0; i < 5; i += 1) expect((await submit(trader)).status).toBe(200);
    const { image } = await identityOf(trader);
    expect(code(await submit(trader))).toEqual([429, "too_many_requests"]);
    expect((await identityOf(trader)).image).toBe(image);
    expect((await trader.get(image)).status).toBe(200);
    expect((await trader.put("/api/user/profile", { profileImage: dataUrl(SAMPLE.jpeg) })).status).toBe(200);
  });

  test("of an admin is decided by another admin", async () => {
    const [one, other] = [await newAdmin(stack, "Sophea"), await newAdmin(stack, "Rith")];
    expect((await submit(one)).status).toBe(200);
    expect(code(await verify(one, one.userId))).toEqual([403, "own_account"]);
    expect(code(await reject(one, one.userId))).toEqual([403, "own_account"]);
    expect((await verify(other, one.userId)).status).toBe(200);
  });

  test("that does not exist, or has no user, is not found", async () => {
    const trader = await newTrader(stack);
    for (const id of [trader.userId, crypto.randomUUID(), "x"]) {
      expect(code(await verify(admin, id))).toEqual([404, "not_found"]);
    }
  });
});

describe("the name of an identity", () => {
  test("can change while it is pending, which outdates decisions about the earlier name", async () => {
    const trader = await newTrader(stack);
    await submit(trader);
    const renamed = await rename(trader, { firstName: "Maly", lastName: "Sok" });
    expect([renamed.status, renamed.dbTrips, renamed.body.user.name]).toEqual([200, 3, "Maly Sok"]);
    for (const reply of [await verify(admin, trader.userId, 1), await reject(admin, trader.userId)]) {
      expect(code(reply)).toEqual([409, "wrong_state"]);
      expect(reply.body.message).toContain("changed their name");
    }
    expect(await atAdmin(trader.userId)).toMatchObject({ status: "pending", version: 2, user: { name: "Maly Sok" } });
    expect((await verify(admin, trader.userId, 2)).status).toBe(200);
  });

  test("can change together with an ID card in the same request", async () => {
    const trader = await newTrader(stack);
    const both = (firstName: string) => ({ firstName, idCardImage: dataUrl(SAMPLE.jpeg) });
    expect((await rename(trader, both("Maly"))).status).toBe(200);
    expect((await rename(trader, both("Rith"))).status).toBe(200);
    const { version, user } = await atAdmin(trader.userId);
    expect(user.name).toBe("Rith Keo");
    expect((await verify(admin, trader.userId, version)).status).toBe(200);
  });

  test("is fixed once it is verified, and the error says what to do", async () => {
    const trader = await newTrader(stack);
    await submit(trader);
    await verify(admin, trader.userId);
    for (const [name, field] of [
      [{ firstName: "Maly" }, "firstName"],
      [{ lastName: "Sok" }, "lastName"],
      [{ firstName: "Maly", phone: "012 345 678" }, "firstName"],
    ] as const) {
      const reply = await rename(trader, name);
      expect(code(reply)).toEqual([409, "wrong_state"]);
      expect([reply.body.field, reply.body.message]).toEqual([
        field,
        "Your identity was verified under this name, so it can't be changed here. Write to support, who can reopen your verification.",
      ]);
    }
    const { user } = (await trader.get("/api/user/profile")).body;
    expect([user.name, user.phone]).toEqual(["Bopha Keo", ""]);
    // The current name is not a change.
    expect((await rename(trader, { firstName: "Bopha", phone: "012 345 678" })).status).toBe(200);
  });

  test("cannot be changed right after the verification", async () => {
    const trader = await newTrader(stack);
    await submit(trader);
    const replies = await Promise.all([verify(admin, trader.userId, 1), rename(trader, { firstName: "Maly" })]);
    const [decided, renamed] = replies.map(({ status }) => status);
    expect([decided, renamed].sort()).toEqual([200, 409]);
    const { name } = (await trader.get("/api/user/profile")).body.user;
    expect(name).toBe(decided === 200 ? "Bopha Keo" : "Maly Keo");
  });

  test("is audited, old and new", async () => {
    const trader = await newTrader(stack);
    await rename(trader, { firstName: "Maly", phone: "012 345 678" });
    const [rows] = await db.read([
      db.query
        .select({ action: auditLog.action, actor: auditLog.actor, detail: auditLog.detail })
        .from(auditLog)
        .where(and(eq(auditLog.subject, `user:${trader.userId}`), eq(auditLog.actor, trader.userId))),
    ]);
    expect(rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) }))).toEqual([
      { action: "profile.changed", actor: trader.userId, detail: { fields: "phone" } },
      { action: "profile.name_changed", actor: trader.userId, detail: { from: "Bopha Keo", to: "Maly Keo" } },
    ]);
  });
});

describe("reopening a verified identity", () => {
  async function verified() {
    const trader = await newTrader(stack);
    await submit(trader);
    await verify(admin, trader.userId);
    return trader;
  }

  test("rejects it with a reason that the trader reads, and lets them correct their name", async () => {
    const trader = await verified();
    const reply = await reopen(admin, trader.userId, { reason: " The name was misspelt " });
    expect([reply.status, reply.dbTrips]).toEqual([200, 2]);
    expect(reply.body.identity).toMatchObject({
      status: "rejected",
      version: 3,
      rejectReason: "reopened",
      note: "The name was misspelt",
      decidedBy: admin.name,
    });
    expect(await identityOf(trader)).toMatchObject({ status: "rejected", reason: "The name was misspelt" });
    let mail = await nextMail(stack, trader.email);
    while (mail.subject !== "Your identity must be verified again") {
      mail = await nextMail(stack, trader.email, mail.at);
    }
    expect(mail.text).toContain("The reason: The name was misspelt");
    expect((await auditOf(trader.userId)).at(-1)).toEqual({
      actor: admin.userId,
      action: "identity.reopened",
      detail: { reason: "The name was misspelt" },
    });

    expect((await rename(trader, { lastName: "Kheo" })).status).toBe(200);
    expect((await submit(trader, SAMPLE.greyJpeg)).status).toBe(200);
    expect((await verify(admin, trader.userId, 4)).status).toBe(200);
    expect(await identityOf(trader)).toMatchObject({ status: "verified", reason: null });
  });

  test("needs a reason, the version that was seen, and a verified identity", async () => {
    const trader = await verified();
    for (const reason of ["", "   "]) {
      const reply = await reopen(admin, trader.userId, { reason });
      expect([...code(reply), reply.body.field]).toEqual([400, "invalid_input", "reason"]);
    }
    expect(code(await reopen(admin, trader.userId, { version: 1 }))).toEqual([409, "wrong_state"]);
    expect(code(await reopen(admin, crypto.randomUUID()))).toEqual([404, "not_found"]);
    expect((await identityOf(trader)).status).toBe("verified");
    const waiting = await newTrader(stack);
    await submit(waiting);
    const early = await reopen(admin, waiting.userId, { version: 1 });
    expect(code(early)).toEqual([409, "wrong_state"]);
    expect(early.body.message).toBe("Only a verified identity can be reopened. Refresh to see this one.");
  });

  test("happens once by concurrent admins, and a repeated request gets its first response", async () => {
    const [trader, colleague] = [await verified(), await newAdmin(stack, "Maly")];
    const idempotencyKey = { "Idempotency-Key": crypto.randomUUID() };
    const first = await reopen(admin, trader.userId, {}, idempotencyKey);
    expect(first.status).toBe(200);
    expect((await reopen(admin, trader.userId, {}, idempotencyKey)).body).toEqual(first.body);
    expect(code(await reopen(admin, trader.userId, { reason: "Another" }, idempotencyKey))).toEqual([
      422,
      "key_reused",
    ]);
    const other = await verified();
    const replies = await Promise.all([reopen(admin, other.userId), reopen(colleague, other.userId)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const acts = (await auditOf(other.userId)).filter(({ action }) => action === "identity.reopened");
    expect(acts).toHaveLength(1);
  });

  test("needs the second factor again, and is refused for one's own identity", async () => {
    const [trader, other] = [await verified(), await newAdmin(stack, "Rith")];
    const authenticatedAtMs = Date.now() - SESSION.stepUpMs - 1000;
    await db.write([db.query.update(sessions).set({ authenticatedAtMs }).where(eq(sessions.userId, other.userId))]);
    expect(code(await reopen(other, trader.userId))).toEqual([403, "step_up_required"]);
    expect((await other.post("/api/admin/step-up", { code: other.unusedCode() })).status).toBe(200);
    await submit(other);
    await verify(admin, other.userId);
    expect(code(await reopen(other, other.userId))).toEqual([403, "own_account"]);
    expect((await reopen(other, trader.userId)).status).toBe(200);
  });
});

describe("the admin list", () => {
  test("shows who is waiting, the longest first, with their profile data, page by page", async () => {
    const traders = [await newTrader(stack), await newTrader(stack), await newTrader(stack)];
    await traders[0]?.put("/api/user/profile", { phone: "012 345 678", address: "12 Street 240" });
    for (const trader of traders) await submit(trader);
    const ids: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Reply = await admin.get(
        `/api/admin/identities?status=pending&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      expect([page.status, page.dbTrips]).toEqual([200, 1]);
      ids.push(...page.body.identities.map(({ _id }: { _id: string }) => _id));
      cursor = page.body.nextCursor;
    }
    const ours = ids.filter((id) => traders.some(({ userId }) => userId === id));
    expect(ours).toEqual(traders.map(({ userId }) => userId));
    expect(await atAdmin(traders[0]?.userId ?? "")).toMatchObject({
      status: "pending",
      version: 1,
      rejectReason: null,
      note: null,
      decidedBy: null,
      user: { name: "Bopha Keo", phone: "+85512345678", address: "12 Street 240", email: traders[0]?.email },
    });
  });

  test("does not reveal where an image is stored", async () => {
    const trader = await newTrader(stack);
    await submit(trader);
    const [row] = await idCardsOf(trader.userId);
    const text = JSON.stringify([await atAdmin(trader.userId), (await trader.get("/api/user/profile")).body]);
    expect(text).not.toContain(row?.objectKey ?? "there is a key");
  });
});

describe("the image of an ID card", () => {
  test("is readable by its owner and admins, and is never cached", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    await submit(trader);
    const { image } = await identityOf(trader);
    for (const reader of [trader, admin]) {
      const reply = await reader.get(image);
      expect(reply.body).toEqual(inspectImage(SAMPLE.jpeg, "").bytes);
      expect(reply.headers.get("Cache-Control")).toBe("private, no-store");
      expect(reply.headers.get("ETag")).toBeNull();
    }
    const theirs = await other.get(image);
    const missing = await other.get(`/api/image/${"x".repeat(43)}.jpg`);
    expect([theirs.status, { ...theirs.body, requestId: "" }]).toEqual([404, { ...missing.body, requestId: "" }]);
    for (const path of ["/api/withdrawal/admin/image/", "/api/withdrawal/user/proof/"]) {
      expect((await trader.get(image.replace("/api/image/", path))).status).toBe(404);
    }
    const cookies = [...trader.cookies];
    await trader.post("/api/auth/logout");
    for (const [name, value] of cookies) trader.cookies.set(name, value);
    expect((await trader.get(image)).status).toBe(401);
  });

  test("is audited each time that an admin views it, before they see it", async () => {
    const trader = await newTrader(stack);
    await submit(trader);
    const { image } = await identityOf(trader);
    await trader.get(image);
    expect(await viewsOf(trader.userId)).toEqual([]);
    const reply = await admin.get(image);
    expect([reply.status, reply.dbTrips]).toEqual([200, 2]);
    await admin.send("HEAD", image);
    const view = {
      actor: admin.userId,
      action: "identity.viewed",
      detail: { filename: image.replace("/api/image/", "") },
    };
    expect(await viewsOf(trader.userId)).toEqual([view, view]);
  });

  test("is no longer readable by an admin who has lost the role", async () => {
    const [trader, former] = [await newTrader(stack), await newAdmin(stack, "Vanna")];
    await submit(trader);
    const { image } = await identityOf(trader);
    await db.write([giveRole(db.query, { userId: former.userId, role: "trader", by: "system", atMs: Date.now() })]);
    expect((await former.get(image)).status).toBe(404);
    expect(await viewsOf(trader.userId)).toEqual([]);
  });

  test("that was rejected is erased after its retention time, and the decision is kept", async () => {
    const [old, fresh, verified] = [await newTrader(stack), await newTrader(stack), await newTrader(stack)];
    for (const trader of [old, fresh, verified]) await submit(trader);
    await reject(admin, old.userId, { reason: "expired" });
    await reject(admin, fresh.userId);
    await verify(admin, verified.userId);
    await age([old.userId, verified.userId], IDENTITY.refusedKeptMs + 60_000);
    await db.write([db.query.delete(jobRuns).where(eq(jobRuns.job, "erase_id_images"))]);

    const { image } = await identityOf(old);
    await stack.wrangler.runCron();
    expect(await identityOf(old)).toMatchObject({ status: "rejected", image: null });
    expect((await identityOf(old)).reason).toContain("expired");
    expect((await old.get(image)).status).toBe(404);
    expect(await idCardsOf(old.userId)).toEqual([]);
    for (const trader of [fresh, verified]) {
      const kept = (await identityOf(trader)).image;
      expect((await trader.get(kept)).status).toBe(200);
    }
    expect((await submit(old)).status).toBe(200);
  });
});

describe("what an ID card says", () => {
  const number = () => String(Math.floor(Math.random() * 1e9)).padStart(9, "0");
  const found = async (who: Client, userId: string) => (await who.get(`/api/admin/identities/${userId}`)).body;
  /** Gives the card of a trader a picture that no other test has. */
  const ownPicture = async ({ userId }: { userId: string }, digest: string = crypto.randomUUID()) => {
    const set = db.query.update(images).set({ digest }).where(eq(images.userId, userId));
    await behindTriggers(db, ["images_never_changed"], [set]);
    return digest;
  };
  const rowOf = async (userId: string) => {
    const [[row]] = await db.read([
      db.query
        .select({ fields: idCardFields })
        .from(idCardFields)
        .innerJoin(images, eq(images.filename, idCardFields.filename))
        .where(eq(images.userId, userId)),
    ]);
    return row?.fields;
  };

  test("is needed to verify, read in several forms, and kept encrypted", async () => {
    const trader = await newTrader(stack);
    await submit(trader);
    const [image] = await idCardsOf(trader.userId);
    const { bytes } = inspectImage(SAMPLE.jpeg, "");
    expect(image?.digest).toBe(createHash("sha256").update(bytes).digest("hex"));
    for (const [card, field] of [
      [{ cardName: "" }, "cardName"],
      [{ cardName: "កែវ បុប្ផា" }, "cardName"],
      [{ cardNumber: "12" }, "cardNumber"],
      [{ birthDate: "05/13/1990" }, "birthDate"],
      [{ hasNoExpiry: false }, "expiresOn"],
      [{ expiresOn: "31.12.2020", hasNoExpiry: false }, "expiresOn"],
    ] as const) {
      const refused = await verify(admin, trader.userId, 1, {}, card);
      expect([...code(refused), refused.body.field]).toEqual([400, "invalid_input", field]);
    }
    expect((await found(admin, trader.userId)).card).toBeNull();

    const cardNumber = number();
    const expiresOn = `${new Date().getUTCFullYear() + 3}-12-01`;
    const card = {
      cardNumber: ` ${cardNumber.slice(0, 3)} ${cardNumber.slice(3)}`,
      birthDate: "០១.០៥.១៩៩០",
      expiresOn,
    };
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const done = await verify(admin, trader.userId, 1, key, { ...card, hasNoExpiry: false });
    expect([done.status, done.dbTrips]).toEqual([200, 2]);
    expect(await found(admin, trader.userId)).toMatchObject({
      identity: { status: "verified" },
      card: {
        name: "KEO BOPHA",
        number: cardNumber,
        birthDate: "1990-05-01",
        expiresOn,
        expiry: null,
        readBy: admin.name,
      },
    });
    const stored = await rowOf(trader.userId);
    const [kept, log] = await db.read([
      db.query.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key["Idempotency-Key"])),
      db.query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `identity:${trader.userId}`)),
    ]);
    expect(kept).toHaveLength(1);
    for (const secret of ["KEO BOPHA", cardNumber, "1990"]) {
      expect(JSON.stringify([stored, kept, log])).not.toContain(secret);
    }
  });

  test("is seen by operators, of which support sees the name and until when it is valid", async () => {
    const trader = await newTrader(stack);
    const support = await newAdmin(stack, "Sok", ["support"]);
    await submit(trader);
    await verify(admin, trader.userId);
    expect((await found(support, trader.userId)).card).toMatchObject({
      name: "KEO BOPHA",
      number: "••",
      birthDate: "••",
      expiresOn: null,
    });
  });

  test("is written after the verification too, with a reason: what was misread, and what nobody had read", async () => {
    const [trader, earlier, other] = [await newTrader(stack), await newTrader(stack), await newTrader(stack)];
    const [support, colleague] = [await newAdmin(stack, "Sok", ["support"]), await newAdmin(stack, "Maly")];
    const correct = (who: Client, userId: string, change: object = {}, headers = {}) =>
      who.post(
        `/api/admin/identities/${userId}/card`,
        { ...typedCard(userId), version: 2, reason: "A digit was misread", ...change },
        headers,
      );
    for (const one of [trader, earlier, other]) {
      await submit(one);
      await ownPicture(one);
      expect((await verify(admin, one.userId, 1, {}, { cardNumber: number() })).status).toBe(200);
    }
    const { card } = await found(admin, trader.userId);
    const seen = { readAt: card.readAt, cardNumber: number(), cardReason: "" };
    expect((await correct(support, trader.userId, seen)).status).toBe(403);
    const bare = await correct(admin, trader.userId, { ...seen, reason: " " });
    expect([...code(bare), bare.body.field]).toEqual([400, "invalid_input", "reason"]);
    expect(code(await correct(admin, trader.userId, { ...seen, version: 1 }))).toEqual([409, "wrong_state"]);
    expect(code(await correct(admin, trader.userId, { ...seen, readAt: null }))).toEqual([409, "wrong_state"]);
    // Of two at once one writes, and the other one is told; a repeated one gets its answer.
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const replies = await Promise.all([
      correct(admin, trader.userId, seen, key),
      correct(colleague, trader.userId, { ...seen, cardNumber: number() }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await correct(admin, trader.userId, seen, key)).status).toBe(replies[0]?.status ?? 0);
    const after = await found(admin, trader.userId);
    expect(after.identity).toMatchObject({ status: "verified", version: 2 });
    expect(after.card.number).not.toBe(card.number);
    const detail = (await auditOf(trader.userId)).at(-1);
    expect(detail).toMatchObject({ action: "identity.card_corrected", detail: { reason: "A digit was misread" } });
    expect(JSON.stringify(detail)).not.toContain(after.card.number);

    // Verified by the version before, without a word on the card, which has expired since.
    await db.write([
      db.query.run(
        sql`DELETE FROM id_card_fields WHERE filename = (SELECT image FROM identities WHERE user_id = ${earlier.userId})`,
      ),
    ]);
    const old = { readAt: null, cardReason: "", expiresOn: "2026-01-31", hasNoExpiry: false };
    const theirs = await correct(admin, earlier.userId, { ...old, cardNumber: after.card.number });
    expect([...code(theirs), theirs.body.field]).toEqual([409, "card_used", "cardReason"]);
    expect((await correct(admin, earlier.userId, { ...old, cardNumber: number() })).status).toBe(200);
    expect((await found(admin, earlier.userId)).card).toMatchObject({ expiresOn: "2026-01-31", expiry: "expired" });
    // A reopened verification has no card that stays.
    const reason = "Another person's card";
    await admin.post(`/api/admin/identities/${other.userId}/reopen`, { version: 2, reason });
    const readAt = (await found(admin, other.userId)).card?.readAt ?? null;
    expect(code(await correct(admin, other.userId, { readAt, version: 3 }))).toEqual([409, "wrong_state"]);
  });

  test("is not recorded a second time without a reason, for the number or for the picture", async () => {
    const [first, second, third] = [await newTrader(stack), await newTrader(stack), await newTrader(stack)];
    const cardNumber = number();
    await submit(first);
    const digest = await ownPicture(first);
    expect((await verify(admin, first.userId, 1, {}, { cardNumber })).status).toBe(200);
    await submit(second);
    await ownPicture(second);
    const refused = await verify(admin, second.userId, 1, {}, { cardNumber, cardReason: " " });
    expect([...code(refused), refused.body.field]).toEqual([409, "card_used", "cardReason"]);
    expect(refused.body.message).toContain("Bopha Keo");
    expect((await identityOf(second)).status).toBe("pending");
    const reason = "Her first account was lost";
    expect((await verify(admin, second.userId, 1, {}, { cardNumber, cardReason: reason })).status).toBe(200);
    expect((await auditOf(second.userId)).at(-1)?.detail).toEqual({ cardReason: reason });
    const { card, cardOthers } = await found(admin, second.userId);
    expect(card.usedReason).toBe(reason);
    expect(cardOthers).toContainEqual({
      _id: first.userId,
      name: "Bopha Keo",
      username: expect.any(String),
      isSameNumber: true,
      isSameImage: false,
    });

    await submit(third);
    await ownPicture(third, digest);
    const others = (await found(admin, third.userId)).cardOthers;
    expect(others).toContainEqual(
      expect.objectContaining({ _id: first.userId, isSameNumber: false, isSameImage: true }),
    );
    expect(code(await verify(admin, third.userId, 1, {}, { cardReason: "" }))).toEqual([409, "card_used"]);
  });

  test("of one number at two accounts, verified at the same time, is recorded once without a reason", async () => {
    const traders = [await newTrader(stack), await newTrader(stack)];
    const cardNumber = number();
    for (const trader of traders) {
      await submit(trader);
      await ownPicture(trader);
    }
    const replies = await Promise.all(
      traders.map(({ userId }) => verify(admin, userId, 1, {}, { cardNumber, cardReason: "" })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "card_used",
      field: "cardReason",
    });
  });

  test("goes with its image when the person sends another, and is told once before it expires", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    for (const { userId, expiresOn } of [
      { ...trader, expiresOn: isoDate(Math.floor(Date.now() / DAY_MS) + 20) },
      { ...other, expiresOn: isoDate(Math.floor(Date.now() / DAY_MS) + 60) },
    ]) {
      await submit(userId === trader.userId ? trader : other);
      const verified = await verify(admin, userId, 1, {}, { expiresOn, hasNoExpiry: false });
      expect(verified.status).toBe(200);
    }
    expect((await found(admin, trader.userId)).card.expiry).toBe("soon");

    // Admins see those that expire soon, and those that have expired, soonest first, whatever the size of a page.
    const past = await newTrader(stack);
    await submit(past);
    expect((await verify(admin, past.userId, 1)).status).toBe(200);
    const read = (await found(admin, past.userId)).card.readAt;
    const expired = { version: 2, readAt: read, reason: "Misread", expiresOn: "2026-02-01", hasNoExpiry: false };
    const corrected = await admin.post(`/api/admin/identities/${past.userId}/card`, {
      ...typedCard(past.userId),
      ...expired,
    });
    expect([corrected.status, corrected.body.identity.cardExpiresOn]).toEqual([200, "2026-02-01"]);
    const expiring = async (query: string) => {
      const reply = await admin.get(`/api/admin/identities?status=verified&stage=expiring${query}`);
      expect(reply.status).toBe(200);
      return reply.body;
    };
    const { identities: whole } = await expiring("&limit=100");
    const days: string[] = whole.map(({ cardExpiresOn }: { cardExpiresOn: string }) => cardExpiresOn);
    expect(days).toEqual(days.toSorted());
    const ids: string[] = whole.map(({ _id }: { _id: string }) => _id);
    expect(ids).toEqual(expect.arrayContaining([trader.userId, past.userId]));
    expect(ids).not.toContain(other.userId);
    expect((await admin.get("/api/admin/queues")).body.queues.expiringCards.count).toBe(ids.length);
    for (const sort of ["oldest", "newest"]) {
      const paged: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page = await expiring(`&limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`);
        paged.push(...page.identities.map(({ _id }: { _id: string }) => _id));
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(sort === "oldest" ? ids : ids.toReversed());
    }

    const told = async (who: Client) =>
      (await who.get("/api/notifications")).body.notifications.filter(
        ({ event }: { event: string }) => event === "card_expires",
      );
    for (let runs = 0; runs < 2; runs += 1) {
      await db.write([db.query.delete(jobRuns).where(eq(jobRuns.job, "tell_expiring_cards"))]);
      await stack.wrangler.runCron();
      await waitUntil("the trader is told", async () => (await told(trader)).length > 0);
    }
    expect(await told(trader)).toHaveLength(1);
    expect(await told(other)).toEqual([]);

    expect((await reopen(admin, trader.userId)).status).toBe(200);
    expect(await rowOf(trader.userId)).toBeDefined();
    expect((await submit(trader, SAMPLE.greyJpeg)).status).toBe(200);
    expect(await rowOf(trader.userId)).toBeUndefined();
    expect((await found(admin, trader.userId)).card).toBeNull();
    expect((await verify(admin, trader.userId, 4)).status).toBe(200);
  });
});

/** Makes decisions older. */
async function age(userIds: readonly string[], ms: number): Promise<void> {
  const set = { decidedAtMs: sql`${identities.decidedAtMs} - ${ms}` };
  await behindTriggers(
    db,
    ["identities_state_machine"],
    [
      db.query
        .update(identities)
        .set(set)
        .where(inArray(identities.userId, [...userIds])),
    ],
  );
}
