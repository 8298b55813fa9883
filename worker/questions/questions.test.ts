import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { auditLog, clientQuestions, images, notifications, outbox } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import type { Client } from "../../dev/test/test-client.ts";
import { behindTriggers } from "../../dev/test/test-database.ts";
import { mailsTo, nextMailAbout } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin, newKhmerTrader, newTrader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { actOn, approve, askForWithdrawal, oddPayment, reject, sentImage } from "../../dev/test/test-withdrawals.ts";
import { HIDDEN_IMAGE } from "../contract/admin-roles.ts";
import { DAY_MS, HOUR_MS } from "../contract/time.ts";
import { eraseIdImages } from "../identity/erase-id-images.ts";
import { noticeDetail } from "../notifications/channel-facts-sql.ts";
import { channelWords } from "../notifications/channel-words.ts";
import { remindClients } from "./remind-clients.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let admin: Admin;
let colleague: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  [admin, colleague] = await Promise.all([newAdmin(stack, "Dara"), newAdmin(stack, "Maly")]);
}, 600_000);

type Kind = "withdrawal" | "identity" | "exception";
const TEXT = "Whose account is it?";
const ask = (who: Client, kind: Kind, id: string, more: object = {}, headers = {}) =>
  who.post("/api/admin/questions", { kind, id, text: TEXT, language: "en", ...more }, headers);
const answer = (who: Client, question: string, body: object = { text: "My brother's" }, headers = {}) =>
  who.post(`/api/questions/${question}/answer`, body, headers);
const ownOf = async (who: Client) => (await who.get("/api/questions")).body.questions;
const picture = (bytes = SAMPLE_IMAGES.png) => sentImage("", bytes).image;
const PATHS = { withdrawal: "withdrawals", identity: "identities", exception: "exceptions" } as const;
const findAt = async (who: Client, kind: Kind, id: string) => (await who.get(`/api/admin/${PATHS[kind]}/${id}`)).body;
const row = async (kind: Kind, id: string) => (await findAt(admin, kind, id))[kind];
const threadOf = async (kind: Kind, id: string) => (await findAt(admin, kind, id)).questions.list;
const isListed = async (kind: Kind, id: string, stage: "waiting" | "client", who: Client = admin) => {
  const reply = await who.get(`/api/admin/${PATHS[kind]}?stage=${stage}&id=${id}`);
  return reply.body[PATHS[kind]].length === 1;
};
const auditOf = async (subject: string) => {
  const [rows] = await db.read([
    db.query
      .select({ actor: auditLog.actor, action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.subject, subject), sql`${auditLog.action} LIKE 'question.%'`))
      .orderBy(auditLog.sequence),
  ]);
  return rows;
};
/** Lets time pass for one question: its times, and those of its answer, become earlier. */
const letPass = (question: string, ms: number) =>
  behindTriggers(
    db,
    ["client_questions_fixed", "client_questions_forward"],
    [
      db.query.run(
        sql`UPDATE client_questions SET asked_at_ms = asked_at_ms - ${ms}, reminded_at_ms = reminded_at_ms - ${ms} WHERE id = ${question}`,
      ),
    ],
  );
const runJob = (nowMs = Date.now()) =>
  remindClients({ db, settings: { APP_ORIGIN: "https://tonle.example" }, now: () => nowMs });
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** The job removes objects of the images that it deletes, which are none here. */
const EMPTY_BUCKET = {} as Parameters<typeof eraseIdImages>[0]["bucket"];

/** An item of each kind with its trader. */
const ITEMS: Record<Kind, () => Promise<{ trader: Awaited<ReturnType<typeof newTrader>>; id: string }>> = {
  withdrawal: () => askForWithdrawal(stack, 100),
  identity: async () => {
    const trader = await newTrader(stack);
    await trader.put("/api/user/profile", { idCardImage: picture() });
    return { trader, id: trader.userId };
  },
  exception: async () => {
    const trader = await newTrader(stack);
    return { trader, id: (await oddPayment(stack, trader, { amount: 20 })).id };
  },
};

describe.each(["withdrawal", "identity", "exception"] as const)("a question about a(n) %s", (kind) => {
  test("takes it out of the queue and its counts until the answer, which stands on it", async () => {
    const { trader, id } = await ITEMS[kind]();
    const since = new Date().toISOString();
    const counted = async () => {
      const { queues } = (await admin.get("/api/admin/queues")).body;
      return kind === "withdrawal"
        ? [queues.withdrawals.mine.count, queues.withdrawals.client.count]
        : [queues[PATHS[kind]].count, queues.atClient[PATHS[kind]].count];
    };
    expect(await isListed(kind, id, "waiting")).toBe(true);
    const [before, atClientBefore] = await counted();
    const asked = await ask(admin, kind, id, { otherText: "គណនីនេះជារបស់នរណា?" });
    expect(asked.status).toBe(200);
    expect(await counted()).toEqual([before - 1, atClientBefore + 1]);
    expect([await isListed(kind, id, "waiting"), await isListed(kind, id, "client")]).toEqual([false, true]);
    expect((await row(kind, id)).client.askedAt).not.toBeNull();
    const isTracked = async () => (await trader.get("/api/withdrawal/history")).body.withdrawals[0]?.isAsked;
    expect(await isTracked()).toBe(kind === "withdrawal" ? true : undefined);

    // The trader is told by notification and mail, and sees the question without its admin and without what is for admins.
    const [own] = await ownOf(trader);
    expect(own).toMatchObject({ text: TEXT, state: "open", answer: null, about: { kind, id } });
    expect(JSON.stringify(own)).not.toContain(admin.userId);
    expect(JSON.stringify(own)).not.toContain("គណនី");
    const { notifications: told } = (await trader.get("/api/notifications")).body;
    const event = `question_${kind === "exception" ? "payment" : kind}`;
    expect(told[0]).toMatchObject({ event, kind: kind === "identity" ? "security" : "money", hasPicture: false });
    const mail = (await mailsTo(stack, trader.email)).find(({ text }) => text.includes(TEXT));
    const sent = mail ?? (await nextMailAbout(stack, trader.email, "A question about your ID card", since));
    expect(sent.text).toContain(kind === "identity" ? "/profile" : "/account");
    expect(sent.text).not.toContain("picture");

    const replied = await answer(trader, asked.body.question, { text: "My brother's", images: [picture()] });
    expect(replied.body.question).toMatchObject({
      state: "answered",
      answer: { text: "My brother's", isByPhone: false },
    });
    expect(await counted()).toEqual([before, atClientBefore]);
    expect(await isTracked()).toBe(kind === "withdrawal" ? false : undefined);
    expect([await isListed(kind, id, "waiting"), await isListed(kind, id, "client")]).toEqual([true, false]);
    const [stands] = await threadOf(kind, id);
    expect(stands).toMatchObject({ otherText: "គណនីនេះជារបស់នរណា?", askedBy: admin.name, state: "answered" });
    expect(await auditOf(`${kind}:${id}`)).toEqual([
      { actor: admin.userId, action: "question.asked" },
      { actor: trader.userId, action: "question.answered" },
    ]);
  });

  test("ends with the decision, and nothing is asked of a closed one", async () => {
    const { trader, id } = await ITEMS[kind]();
    const { question } = (await ask(admin, kind, id)).body;
    const decide: Record<Kind, () => Promise<{ status: number }>> = {
      withdrawal: () => reject(admin, id),
      identity: () => admin.post(`/api/admin/identities/${id}/reject`, { version: 1, reason: "unclear" }),
      exception: () => admin.post(`/api/admin/exceptions/${id}/dismiss`, { version: 1, note: "Ours" }),
    };
    expect((await decide[kind]()).status).toBe(200);
    expect((await ownOf(trader))[0]).toMatchObject({ state: "closed", closedBecause: "decided" });
    expect(codeOf(await answer(trader, question))).toEqual([409, "wrong_state"]);
    expect(codeOf(await ask(admin, kind, id))).toEqual([409, "wrong_state"]);
  });
});

describe("the pictures of an answer", () => {
  test("are private, each look of an admin is in the audit log, and another ID card leaves them", async () => {
    const { trader, id } = await ITEMS.identity();
    const { question } = (await ask(admin, "identity", id)).body;
    const three = await answer(trader, question, { text: "", images: [picture(), picture(), picture()] });
    expect(three.status).toBe(200);
    const paths: string[] = three.body.question.answer.images.map(({ src }: { src: string }) => src);
    expect(paths).toHaveLength(3);
    const [first = ""] = paths;
    expect((await (await newTrader(stack)).get(first)).status).toBe(404);
    expect((await trader.get(first)).status).toBe(200);
    const views = async () => {
      const [rows] = await db.read([
        db.query
          .select({ actor: auditLog.actor, detail: auditLog.detail })
          .from(auditLog)
          .where(and(eq(auditLog.subject, `identity:${id}`), eq(auditLog.action, "identity.viewed"))),
      ]);
      return rows.map(({ actor, detail }) => [actor, JSON.parse(detail).filename]);
    };
    for (const _ of [1, 2]) expect((await admin.get(first)).status).toBe(200);
    const filename = first.replace("/api/image/", "");
    expect(await views()).toEqual([
      [admin.userId, filename],
      [admin.userId, filename],
    ]);
    // Support asks and reads the answer, not its pictures.
    const support = await newAdmin(stack, "Boran", ["support"]);
    expect((await support.get(first)).status).toBe(404);
    const seen = (await findAt(support, "identity", id)).questions.list[0].answer.images;
    expect(seen.map(({ src }: { src: string }) => src)).toEqual(Array(3).fill(`/api/image/${HIDDEN_IMAGE}`));
    // Another card replaces the card alone, and the daily job takes no picture of an answer.
    await trader.put("/api/user/profile", { idCardImage: picture(SAMPLE_IMAGES.jpeg) });
    await db.write([db.query.run(sql`DELETE FROM job_runs WHERE job = 'erase_id_images'`)]);
    await eraseIdImages({ db, bucket: EMPTY_BUCKET, now: Date.now });
    for (const path of paths) expect((await trader.get(path)).status).toBe(200);
    const isCard = and(eq(images.userId, id), eq(images.purpose, "id_card"));
    expect((await db.read([db.query.select().from(images).where(isCard)]))[0]).toHaveLength(4);
    // A fourth picture, and what is no picture, are refused before anything is stored.
    const { question: next } = (await ask(admin, "identity", id)).body;
    const tooMany = { text: "", images: Array.from({ length: 4 }, () => picture()) };
    expect(codeOf(await answer(trader, next, tooMany))).toEqual([400, "invalid_input"]);
    const notOne = { text: "", images: ["data:image/png;base64,AAAA"] };
    expect(codeOf(await answer(trader, next, notOne))).toEqual([400, "invalid_input"]);
    expect(codeOf(await answer(trader, next, { text: " " }))).toEqual([400, "invalid_input"]);
    expect((await answer(trader, next, { text: "The name is right" })).status).toBe(200);
  });

  test("go with the closed account, as the whole conversation does", async () => {
    const { trader, id } = await ITEMS.identity();
    const { question } = (await ask(admin, "identity", id)).body;
    await answer(trader, question, { text: "Here", images: [picture()] });
    expect((await trader.post("/api/user/close", { password: trader.password })).status).toBe(200);
    const [left] = await db.read([db.query.select().from(clientQuestions).where(eq(clientQuestions.userId, id))]);
    expect(left).toEqual([]);
  });
});

describe("a picture of a question", () => {
  test("is its trader's alone, each look of an admin is in the audit log, and it outlives another card, not the account", async () => {
    const { trader, id } = await ITEMS.identity();
    const since = new Date(0).toISOString();
    const pictures = async () => {
      const of = and(eq(images.userId, id), eq(images.purpose, "id_card"), eq(images.uploadedBy, admin.userId));
      return (await db.read([db.query.select().from(images).where(of)]))[0];
    };
    // What is no picture, or no question, stores nothing.
    const bad = await ask(admin, "identity", id, { image: "data:image/png;base64,AAAA" });
    expect([...codeOf(bad), bad.body.field]).toEqual([400, "invalid_input", "image"]);
    expect(codeOf(await ask(admin, "identity", id, { image: picture(), text: " " }))).toEqual([400, "invalid_input"]);
    expect(codeOf(await ask(admin, "withdrawal", crypto.randomUUID(), { image: picture() }))).toEqual([
      404,
      "not_found",
    ]);
    // A lost answer repeats nothing, and two at once ask once.
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const body = { image: picture(SAMPLE_IMAGES.jpeg) };
    const asked = await ask(admin, "identity", id, body, key);
    expect((await ask(admin, "identity", id, body, key)).body).toEqual(asked.body);
    expect((await ask(colleague, "identity", id, body)).status).toBe(409);
    const [stored, ...more] = await pictures();
    expect(more).toEqual([]);
    // Notification, channels, mail and reminder say that it comes with one, and none has it.
    const { notifications: told } = (await trader.get("/api/notifications")).body;
    expect(told[0]).toMatchObject({ event: "question_identity", hasPicture: true });
    const [[said]] = await db.read([
      db.query.all<{ detail: string }>(
        sql`SELECT ${noticeDetail("n")} AS detail FROM notifications AS n WHERE n.subject = ${asked.body.question}`,
      ),
    ]);
    const row = { id: 1, event: "question_identity", subject: asked.body.question, detail: said?.detail ?? "" };
    expect(channelWords(row, "en", { showsSums: false }).line).toContain("A picture comes with it");
    await letPass(asked.body.question, DAY_MS + HOUR_MS);
    await runJob();
    // One that was sent has no text in the outbox any more.
    const [[reminder]] = await db.read([
      db.query
        .select()
        .from(outbox)
        .where(and(eq(outbox.recipient, trader.email), sql`subject LIKE 'Reminder%'`)),
    ]);
    const { text } = await nextMailAbout(stack, trader.email, "A question about your ID card", since);
    for (const mail of [text, reminder?.text])
      expect(mail).toContain("A picture comes with it, which you see on our page.");

    const [own] = await ownOf(trader);
    const { src } = own.picture;
    expect(src).toBe(`/api/image/${stored?.filename}`);
    const shown = await trader.get(src);
    expect([shown.status, shown.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    // Place, device and comments of the photograph are gone.
    expect(stored?.sizeBytes).toBeLessThan(SAMPLE_IMAGES.jpeg.length);
    expect((await (await newTrader(stack)).get(src)).status).toBe(404);
    expect((await threadOf("identity", id))[0].picture).toEqual(own.picture);
    const support = await newAdmin(stack, "Boran", ["support"]);
    expect((await support.get(src)).status).toBe(404);
    expect((await findAt(support, "identity", id)).questions.list[0].picture.src).toBe(`/api/image/${HIDDEN_IMAGE}`);
    expect((await colleague.get(src)).status).toBe(200);
    const [views] = await db.read([
      db.query
        .select({ actor: auditLog.actor })
        .from(auditLog)
        .where(and(eq(auditLog.action, "identity.viewed"), sql`${auditLog.detail} LIKE ${`%${stored?.filename}%`}`)),
    ]);
    expect(views).toEqual([{ actor: colleague.userId }]);
    // It is no card: not that of somebody who sent the same picture, and not one that another card replaces.
    const other = await newTrader(stack);
    await other.put("/api/user/profile", { idCardImage: picture(SAMPLE_IMAGES.jpeg) });
    const { cardOthers } = await findAt(admin, "identity", other.userId);
    expect(cardOthers.map(({ _id }: { _id: string }) => _id)).not.toContain(id);
    await trader.put("/api/user/profile", { idCardImage: picture() });
    await db.write([db.query.run(sql`DELETE FROM job_runs WHERE job = 'erase_id_images'`)]);
    await eraseIdImages({ db, bucket: EMPTY_BUCKET, now: Date.now });
    expect((await trader.get(src)).status).toBe(200);

    for (const change of [
      sql`UPDATE client_question_images SET filename = filename`,
      sql`DELETE FROM client_question_images WHERE filename = ${stored?.filename}`,
      // Another picture of the trader's cannot be said to be the admin's.
      sql`INSERT INTO client_question_images (filename, question_id) SELECT image, ${asked.body.question} FROM identities WHERE user_id = ${id}`,
    ]) {
      expect(db.write([db.query.run(change)])).rejects.toThrow(/question_fixed|not_their_id_card/);
    }
    expect((await trader.post("/api/user/close", { password: trader.password })).status).toBe(200);
    expect(await pictures()).toEqual([]);
  });
});

describe("a question", () => {
  test("is answered once: a lost answer gets the same reply, another tab is told, another person finds nothing", async () => {
    const { trader, id } = await ITEMS.withdrawal();
    const { question } = (await ask(admin, "withdrawal", id)).body;
    expect((await answer(await newTrader(stack), question)).status).toBe(404);
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const replies = await Promise.all([
      answer(trader, question, { text: "A" }, key),
      answer(trader, question, { text: "B" }),
    ]);
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409]);
    const again = await answer(trader, question, { text: "A" }, key);
    expect(again.status).toBe(replies[0]?.status ?? 0);
    const [thread] = await threadOf("withdrawal", id);
    expect(thread.answer.text).toBe(replies[0]?.status === 200 ? "A" : "B");
  });

  test("is one for an item: a second waits until the first is taken back, and its trader reads that", async () => {
    const { trader, id } = await ITEMS.withdrawal();
    const both = await Promise.all([ask(admin, "withdrawal", id), ask(colleague, "withdrawal", id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const question = both.find(({ status }) => status === 200)?.body.question;
    expect((await colleague.post(`/api/admin/questions/${question}/take-back`, {})).status).toBe(200);
    expect(codeOf(await admin.post(`/api/admin/questions/${question}/take-back`, {}))).toEqual([409, "wrong_state"]);
    expect(await isListed("withdrawal", id, "waiting")).toBe(true);
    expect((await ownOf(trader))[0]).toMatchObject({ state: "closed", closedBecause: "taken_back" });
    expect((await ask(admin, "withdrawal", id)).status).toBe(200);
  });

  test("is repeated by its key, and refused to its own trader, a trader, and while a colleague works on the item", async () => {
    const { trader, id } = await ITEMS.withdrawal();
    expect((await ask(trader, "withdrawal", id)).status).toBe(403);
    await actOn(colleague, id, "claim", { version: 1 });
    expect(codeOf(await ask(admin, "withdrawal", id))).toEqual([409, "claimed_by_other"]);
    await actOn(colleague, id, "release", { version: 1 });
    const bad = { template: "clearer_card" };
    expect(codeOf(await ask(admin, "withdrawal", id, bad))).toEqual([400, "invalid_input"]);
    expect(codeOf(await ask(admin, "withdrawal", id, { text: " " }))).toEqual([400, "invalid_input"]);
    expect((await ask(admin, "withdrawal", crypto.randomUUID())).status).toBe(404);
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const first = await ask(admin, "withdrawal", id, {}, key);
    expect((await ask(admin, "withdrawal", id, {}, key)).body).toEqual(first.body);
  });

  test("is asked and reminded of in the words of its trader's language, whose mail quotes it", async () => {
    const trader = await newKhmerTrader(stack);
    await trader.put("/api/user/profile", { idCardImage: picture() });
    const text = "តើឈ្មោះណាត្រឹមត្រូវ?";
    const { questions } = await findAt(admin, "identity", trader.userId);
    expect(questions.language).toBe("km");
    expect(questions.templates[0].text).toMatchObject({ en: expect.any(String), km: expect.any(String) });
    await ask(admin, "identity", trader.userId, { text, language: "km", otherText: "Which name is right?" });
    const mail = await nextMailAbout(stack, trader.email, "សំណួរអំពីអត្តសញ្ញាណប័ណ្ណរបស់អ្នក");
    expect(mail.text).toContain(text);
    expect(mail.text).not.toContain("Which name");
  });

  test("answered by phone is recorded by an admin, as such", async () => {
    const { trader, id } = await ITEMS.exception();
    const { question } = (await ask(admin, "exception", id)).body;
    const path = `/api/admin/questions/${question}/answer`;
    expect((await colleague.post(path, { text: "It is for the school" })).status).toBe(200);
    expect(codeOf(await admin.post(path, { text: "Again" }))).toEqual([409, "wrong_state"]);
    expect((await threadOf("exception", id))[0]).toMatchObject({
      recordedBy: colleague.name,
      answer: { text: "It is for the school", isByPhone: true },
    });
    const [own] = await ownOf(trader);
    expect(own).toMatchObject({ state: "answered", answer: { isByPhone: true } });
    expect(JSON.stringify(own)).not.toContain(colleague.name);
  });

  test("ends when its trader cancels the request, and when the payment begins", async () => {
    const cancelled = await ITEMS.withdrawal();
    await ask(admin, "withdrawal", cancelled.id);
    expect((await cancelled.trader.post("/api/withdrawal/cancel", { id: cancelled.id })).status).toBe(200);
    expect((await ownOf(cancelled.trader))[0]).toMatchObject({ state: "closed", closedBecause: "cancelled" });

    const paid = await ITEMS.withdrawal();
    await approve(admin, paid.id);
    await ask(colleague, "withdrawal", paid.id);
    const waited = (await row("withdrawal", paid.id)).stage;
    expect((await actOn(colleague, paid.id, "start-payment", { version: 2 })).status).toBe(200);
    expect([waited, (await row("withdrawal", paid.id)).stage]).toEqual(["client", "payout"]);
    expect(codeOf(await ask(colleague, "withdrawal", paid.id))).toEqual([409, "wrong_state"]);
  });
});

test.each([
  ["the trader’s own answer", (t: Client, _: string, question: string) => answer(t, question, { text: "Here" })],
  [
    "an answer by phone",
    (_: Client, __: string, question: string) =>
      colleague.post(`/api/admin/questions/${question}/answer`, { text: "Said so" }),
  ],
  ["the trader’s cancellation", (t: Client, id: string) => t.post("/api/withdrawal/cancel", { id })],
  [
    "a question taken back",
    (_: Client, __: string, question: string) => colleague.post(`/api/admin/questions/${question}/take-back`, {}),
  ],
])("an answer and %s at once end a question once, and the loser is told", async (name, other) => {
  const { trader, id } = await ITEMS.withdrawal();
  const { question } = (await ask(admin, "withdrawal", id)).body;
  const [one, two] = await Promise.all([answer(trader, question), other(trader, id, question)]);
  const [own] = await ownOf(trader);
  const isCancelled = name.includes("cancellation");
  // A request can be cancelled after its question has its answer; nothing else goes through twice.
  if (isCancelled) expect(two.status).toBe(200);
  else expect([one.status, two.status].sort()).toEqual([200, 409]);
  expect(own.state === "answered" ? own.answer !== null : own.closedBecause !== null).toBe(true);
  if (one.status !== 200) expect(codeOf(one)).toEqual([409, "wrong_state"]);
  else expect(own).toMatchObject({ state: "answered", answer: { text: "My brother's" } });
  // The refused hand reads what became of it, and the item goes on: it is asked about anew, unless it is gone.
  const again = await ask(admin, "withdrawal", id);
  expect(again.status).toBe(isCancelled ? 409 : 200);
});

test("a text is kept as it was written, Khmer digits and spaces among it, without what no reader sees", async () => {
  const { trader, id } = await ITEMS.withdrawal();
  const disguised = await ask(admin, "withdrawal", id, { text: "Whose\u202E account?" });
  expect([disguised.status, disguised.body.field]).toEqual([400, "text"]);
  const long = await ask(admin, "withdrawal", id, { text: "ក".repeat(1_001) });
  expect([long.status, long.body.field]).toEqual([400, "text"]);
  // Retyped, it goes through.
  const typed = " \u00A0តើ​លេខ ១២៣៤\u2060ជា\r\nរបស់នរណា?\t";
  const { question } = (await ask(admin, "withdrawal", id, { text: typed, otherText: " \u00A0" })).body;
  const [own] = await ownOf(trader);
  expect(own.text).toBe("តើ​លេខ ១២៣៤ជា\nរបស់នរណា?");
  expect((await threadOf("withdrawal", id))[0].otherText).toBeNull();
  const bad = await answer(trader, question, { text: "My\u202E own" });
  expect([bad.status, bad.body.field]).toEqual([400, "text"]);
  expect((await answer(trader, question, { text: " ០១២ ៣៤៥៦៧៨\u00A0" })).status).toBe(200);
  expect((await threadOf("withdrawal", id))[0].answer.text).toBe("០១២ ៣៤៥៦៧៨");
});

describe("without an answer", () => {
  test("a trader is reminded once after a day, and after three the item is back while the answer is still taken", async () => {
    const { trader, id } = await ITEMS.withdrawal();
    const { question } = (await ask(admin, "withdrawal", id)).body;
    const remindedOf = async () => {
      const [rows] = await db.read([
        db.query.select().from(notifications).where(eq(notifications.userId, trader.userId)),
      ]);
      return rows.filter(({ event, mailId }) => event === "question_withdrawal" && mailId !== null).length;
    };
    await runJob(Date.now() + DAY_MS - HOUR_MS);
    expect(await remindedOf()).toBe(1);
    await letPass(question, DAY_MS + HOUR_MS);
    await Promise.all([runJob(), runJob()]);
    await runJob();
    expect(await remindedOf()).toBe(2);
    expect(await isListed("withdrawal", id, "client")).toBe(true);

    await letPass(question, 2 * DAY_MS);
    expect((await runJob()).returned).toBeGreaterThan(0);
    expect([await isListed("withdrawal", id, "waiting"), await isListed("withdrawal", id, "client")]).toEqual([
      true,
      false,
    ]);
    expect((await row("withdrawal", id)).client.returnedAt).not.toBeNull();
    expect((await answer(trader, question)).status).toBe(200);
    expect((await row("withdrawal", id)).client).toMatchObject({ returnedAt: null, answeredAt: expect.any(String) });
  });

  test("an admin may ask again once it is back, which ends the earlier question", async () => {
    const { trader, id } = await ITEMS.withdrawal();
    const { question } = (await ask(admin, "withdrawal", id)).body;
    await letPass(question, 4 * DAY_MS);
    await runJob();
    expect((await ask(admin, "withdrawal", id, { text: "Once more?" })).status).toBe(200);
    expect(
      (await ownOf(trader)).map(({ state, closedBecause }: { state: string; closedBecause: string }) => [
        state,
        closedBecause,
      ]),
    ).toEqual([
      ["open", null],
      ["closed", "asked_again"],
    ]);
    expect(codeOf(await answer(trader, question))).toEqual([409, "wrong_state"]);
  });
});

test("the client's time is counted apart: it is not in the age of the queue, and a stopped clock hides no lateness", async () => {
  const { trader, id } = await ITEMS.withdrawal();
  await behindTriggers(
    db,
    ["withdrawals_terms_fixed"],
    [db.query.run(sql`UPDATE withdrawals SET created_at_ms = created_at_ms - ${4_000 * DAY_MS} WHERE id = ${id}`)],
  );
  const oldest = async (queue: "mine" | "client") => {
    const { queues } = (await admin.get("/api/admin/queues")).body;
    return Date.now() - Date.parse(queues.withdrawals[queue].oldestAt);
  };
  const days = (ms: number) => Math.round(ms / DAY_MS);
  expect(days(await oldest("mine"))).toBe(4_000);
  const { question } = (await ask(admin, "withdrawal", id)).body;
  await letPass(question, 1_000 * DAY_MS);
  // While it waits, what had passed before the question.
  expect(days(await oldest("client"))).toBe(3_000);
  await answer(trader, question);
  // The 3,000 days before the question are the operation's, and count again from the answer on.
  expect(days(await oldest("mine"))).toBe(3_000);
  const { client } = await row("withdrawal", id);
  expect([days(client.waitedMs), client.askedAt]).toEqual([1_000, null]);
  await reject(admin, id);
});
