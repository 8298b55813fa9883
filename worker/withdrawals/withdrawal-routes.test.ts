import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, like, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import {
  approvals,
  auditLog,
  counters,
  images,
  outbox,
  pauses,
  paymentMethods,
  users,
  withdrawalImages,
  withdrawals,
} from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import type { Reply } from "../../dev/test/test-client.ts";
import { nextMail } from "../../dev/test/test-mails.ts";
import {
  addPerson,
  configureBank,
  databaseOf,
  fundTrader,
  namesChecked,
  verifyTrader,
  withdrawalAsk,
} from "../../dev/test/test-money.ts";
import { IN_KHMER, newKhmerTrader, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack, startFreshApi } from "../../dev/test/test-stack.ts";
import { checkLedger } from "../ledger/check-ledger.ts";
import { approveWithdrawal, completeWithdrawal, rejectWithdrawal } from "./withdrawal-store.ts";

setDefaultTimeout(600_000);

const ADMIN = `admin-${crypto.randomUUID()}`;
let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  await addPerson(db, ADMIN, "admin");
}, 600_000);
afterAll(async () => {
  expect(await checkLedger(db)).toMatchObject({ isClean: true });
});

const BANK = { bankName: "ABA Bank", accountId: "000 123 456" };
const withdrawalBody = withdrawalAsk;
const request = (trader: Trader, body: object, headers: Record<string, string> = {}) =>
  trader.post("/api/withdrawal/request", body, headers);
const cancel = (trader: Trader, id: string, headers: Record<string, string> = {}) =>
  trader.post("/api/withdrawal/cancel", { id }, headers);
const balanceOf = async (trader: Trader) => (await trader.get("/api/user/balance")).body.balance;
const historyOf = async (trader: Trader) => (await trader.get("/api/withdrawal/history")).body.withdrawals;
const refusalOf = ({ status, body }: Reply) => [status, body.code, body.message];

/** A trader with this balance, a verified identity and a bank account. */
async function funded(dollars: number, on = stack, make = newTrader): Promise<Trader> {
  const trader = await make(on);
  await fundTrader(on, trader, dollars);
  await configureBank(on, trader, BANK);
  await verifyTrader(databaseOf(on), trader.userId);
  return trader;
}

/** Requests a withdrawal, which must be accepted. */
async function requested(trader: Trader, amount: number) {
  const reply = await request(trader, withdrawalBody(amount));
  expect(reply.status).toBe(201);
  return reply.body.withdrawal as { _id: string; number: string; createdAt: string };
}

/** An image row in the database; its bytes do not matter here. */
async function addImage(userId: string, purpose: "payment_code" | "admin_image" | "proof"): Promise<string> {
  const filename = `${crypto.randomUUID()}.png`;
  const uploadedBy = purpose === "payment_code" ? userId : ADMIN;
  await db.write([
    db.query.insert(images).values({
      filename,
      userId,
      purpose,
      objectKey: filename,
      contentType: "image/png",
      sizeBytes: 100,
      widthPx: 20,
      heightPx: 20,
      uploadedBy,
      createdAtMs: Date.now(),
    }),
  ]);
  return filename;
}

const rowOf = async (id: string) => {
  const [[row]] = await db.read([db.query.select().from(withdrawals).where(eq(withdrawals.id, id))]);
  if (!row) throw new Error("there is no such withdrawal");
  return row;
};
const approvalBy = (id: string, act: "approve" | "complete", detail = "") =>
  db.query.insert(approvals).values({ subject: `withdrawal:${id}`, act, adminId: ADMIN, detail, atMs: Date.now() });

/** Approves as an admin does. */
async function approve(id: string): Promise<void> {
  const by = { decidedBy: ADMIN, notes: "Looks right" };
  const row = await rowOf(id);
  await db.write([
    approvalBy(id, "approve"),
    namesChecked(db, row, ADMIN),
    ...approveWithdrawal(db.query, row, by, Date.now()),
  ]);
}

describe("a request", () => {
  test("holds its amount at once and answers with the specification's message", async () => {
    const trader = await funded(100);
    const reply = await request(trader, withdrawalBody(30.25));
    expect(reply.status).toBe(201);
    expect(reply.dbTrips).toBe(2);
    expect(reply.body.message).toBe("Withdrawal request submitted successfully! Admin will review your request.");
    expect(reply.body.userBalance).toBe(69.75);
    expect(reply.body.withdrawal).toMatchObject({
      amount: 30.25,
      currency: "USD",
      status: "pending",
      cancelledByUser: false,
      paymentMethod: "Bank Transfer",
      paymentDetails: BANK,
      requestMessage: "For the rent",
      paymentId: null,
      approvals: { have: 0, need: 1 },
      reviewedAt: null,
      approvableAt: null,
      processedAt: null,
      adminImages: [],
      proofOfPayment: null,
    });
    expect(await balanceOf(trader)).toBe(69.75);
    expect(await historyOf(trader)).toEqual([reply.body.withdrawal]);
    expect((await trader.get("/api/user/profile")).body.user).toMatchObject({
      balance: 69.75,
      heldBalance: 30.25,
      totalWithdrawals: 0,
      analytics: { totalDeposits: 100 },
    });
  });

  test("is recorded without the account number, and mailed to its trader", async () => {
    const trader = await funded(100);
    const before = new Date().toISOString();
    const { _id, number } = await requested(trader, 40);
    expect(number).toMatch(/^WD-\d{4,}$/);
    const mail = await nextMail(stack, trader.email, before);
    expect(mail.subject).toBe(`Your withdrawal ${number} of $40.00 was requested`);
    expect(mail.text).toContain(`${stack.settings.APP_ORIGIN}/account/history`);
    const [records] = await db.read([
      db.query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `withdrawal:${_id}`)),
    ]);
    expect(records).toMatchObject([{ actor: trader.userId, action: "withdrawal.requested" }]);
    for (const text of [mail.text, mail.html, records[0]?.detail]) expect(text).not.toContain(BANK.accountId);
  });

  test("is answered and mailed in the language of the account, a refusal with the same code", async () => {
    const trader = await funded(100, stack, newKhmerTrader);
    expect(refusalOf(await request(trader, withdrawalBody(100.01)))).toEqual([
      400,
      "insufficient_funds",
      "អ្នកមានប្រាក់មិនគ្រប់គ្រាន់។ អាចប្រើបាន៖ $100.00",
    ]);
    const invalid = async (requestMessage: unknown) =>
      refusalOf(await request(trader, withdrawalBody(50, { requestMessage }), IN_KHMER));
    expect(await invalid("x".repeat(501))).toEqual([400, "invalid_input", "សារក្នុងសំណើ អាចមានច្រើនបំផុត 500 តួអក្សរ"]);
    expect(await invalid(5)).toEqual([400, "invalid_input", "សារក្នុងសំណើ ត្រូវជាអក្សរ"]);
    expect(await invalid("")).toEqual([400, "invalid_input", "ត្រូវបំពេញគ្រប់កន្លែង"]);

    const before = new Date().toISOString();
    const reply = await request(trader, withdrawalBody(40));
    expect([reply.status, reply.body.message]).toEqual([201, "បានផ្ញើសំណើដកប្រាក់ដោយជោគជ័យ! អ្នកគ្រប់គ្រងនឹងពិនិត្យសំណើរបស់អ្នក។"]);
    const mail = await nextMail(stack, trader.email, before);
    const { number } = reply.body.withdrawal;
    expect(mail.subject).toBe(`បានស្នើសុំដកប្រាក់ ${number} ចំនួន $40.00`);
    expect(mail.text).toContain(`ការដកប្រាក់ ${number} ចំនួន $40.00 (ផ្ទេរតាមធនាគារ) ត្រូវបានស្នើពីគណនីរបស់អ្នក។`);
    expect(mail.html).toContain('lang="km"');
  });

  test("of a trader without a payment method is refused", async () => {
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 100);
    expect(refusalOf(await request(trader, withdrawalBody(50)))).toEqual([
      400,
      "invalid_input",
      "Bank Transfer is not active. Please set up payment methods in your profile first",
    ]);
  });

  test("keeps a copy of the method: a later change applies to later requests", async () => {
    const trader = await funded(100);
    const image = await addImage(trader.userId, "payment_code");
    await db.write([
      db.query
        .update(paymentMethods)
        .set({ khqrImage: image, khqrHolder: "Bopha Keo" })
        .where(eq(paymentMethods.userId, trader.userId)),
    ]);
    const details = { image: `/api/image/${image}` };
    const byCode = await request(trader, withdrawalBody(10, { paymentMethod: "KHQR", paymentDetails: details }));
    expect(byCode.body.withdrawal.paymentDetails).toEqual(details);
    await requested(trader, 10);
    await configureBank(stack, trader, { bankName: "Wing", accountId: "1" });
    expect((await historyOf(trader)).map((one: { paymentDetails: object }) => one.paymentDetails)).toEqual([
      BANK,
      details,
    ]);
  });

  test("above the configured amount needs two admins", async () => {
    const trader = await funded(5_000);
    expect((await request(trader, withdrawalBody(1_000))).body.withdrawal.approvals).toEqual({ have: 0, need: 1 });
    expect((await request(trader, withdrawalBody(1_000.01))).body.withdrawal.approvals).toEqual({ have: 0, need: 2 });
  });

  test("waits a day after a change of the account's security", async () => {
    const trader = await funded(100);
    const change = (atMs: number) =>
      db.write([db.query.update(users).set({ securityChangedAtMs: atMs }).where(eq(users.id, trader.userId))]);
    const changedAtMs = Date.now() - 60_000;
    await change(changedAtMs);
    const reply = await request(trader, withdrawalBody(10));
    expect(Date.parse(reply.body.withdrawal.approvableAt)).toBe(changedAtMs + 24 * 60 * 60_000);
    expect(await balanceOf(trader)).toBe(90);
    await change(Date.now() - 24 * 60 * 60_000);
    expect((await request(trader, withdrawalBody(10))).body.withdrawal.approvableAt).toBeNull();
  });
});

describe("an invalid request", () => {
  let trader: Trader;
  beforeAll(async () => {
    trader = await funded(100);
  });

  test.each([
    ["no amount", { amount: undefined }, "amount", "All fields are required"],
    ["no message", { requestMessage: undefined }, "requestMessage", "All fields are required"],
    ["an empty message", { requestMessage: "  " }, "requestMessage", "All fields are required"],
    ["no method", { paymentMethod: undefined }, "paymentMethod", "All fields are required"],
    ["an empty method", { paymentMethod: "" }, "paymentMethod", "All fields are required"],
    ["an amount of 0", { amount: 0 }, "amount", "Amount must be greater than 0"],
    ["an amount below 0", { amount: -5 }, "amount", "Amount must be greater than 0"],
    ["three decimals", { amount: 10.001 }, "amount", "Enter an amount with at most two decimals"],
    ["more than there is", { amount: 100.01 }, "amount", "You don't have enough money. Available: $100.00"],
    [
      "a method that is not active",
      { paymentMethod: "KHQR" },
      "paymentMethod",
      "KHQR is not active. Please set up payment methods in your profile first",
    ],
    [
      "other details than the profile's",
      { paymentDetails: { ...BANK, accountId: "999" } },
      "paymentDetails",
      "These are not the payment details of your profile. Refresh to see the current ones.",
    ],
  ])("with %s is refused, naming the field, and nothing is written", async (_, change, field, message) => {
    const reply = await request(trader, withdrawalBody(50, change));
    expect([reply.status, reply.body.field, reply.body.message]).toEqual([400, field, message]);
    expect(await balanceOf(trader)).toBe(100);
    expect(await historyOf(trader)).toEqual([]);
  });
});

describe("limits", () => {
  /** Resets this trader's counters of a kind. */
  const resetCounters = (trader: Trader, period: "Hourly" | "Daily") =>
    db.write([db.query.delete(counters).where(eq(counters.key, `withdrawalByAccount${period}:${trader.userId}`))]);

  test("five may be pending", async () => {
    const trader = await funded(100);
    for (let i = 0; i < 5; i++) await requested(trader, 1);
    expect(refusalOf(await request(trader, withdrawalBody(1)))).toEqual([
      400,
      "too_many_pending",
      "You have 5 withdrawals waiting for review. Wait for one, or cancel one first.",
    ]);
    expect(await balanceOf(trader)).toBe(95);
  });

  test("five are accepted in an hour and ten in a day; refused requests do not count", async () => {
    const trader = await funded(100);
    const acceptAndCancel = async () => cancel(trader, (await requested(trader, 1))._id);
    for (let i = 0; i < 3; i++) await acceptAndCancel();
    for (let i = 0; i < 6; i++)
      expect((await request(trader, withdrawalBody(500))).body.code).toBe("insufficient_funds");
    for (let i = 0; i < 2; i++) await acceptAndCancel();
    const sixth = await request(trader, withdrawalBody(1));
    expect(refusalOf(sixth)).toEqual([429, "too_many_requests", "Too many requests. Please try again later."]);
    expect(Number(sixth.headers.get("Retry-After"))).toBeGreaterThan(0);
    // The balance is checked before the counters.
    expect((await request(trader, withdrawalBody(500))).body.code).toBe("insufficient_funds");
    await resetCounters(trader, "Hourly");
    for (let i = 0; i < 5; i++) await acceptAndCancel();
    await resetCounters(trader, "Hourly");
    expect((await request(trader, withdrawalBody(1))).status).toBe(429);
    await resetCounters(trader, "Daily");
    await acceptAndCancel();
    expect(await balanceOf(trader)).toBe(100);
  });

  test("ten thousand dollars may be requested in a day; returned amounts do not count", async () => {
    const trader = await funded(10_000);
    await fundTrader(stack, trader, 10_000);
    expect(refusalOf(await request(trader, withdrawalBody(10_000.01)))).toEqual([
      400,
      "over_daily_sum",
      "You can withdraw at most $10,000.00 in 24 hours",
    ]);
    const first = await requested(trader, 6_000);
    expect((await request(trader, withdrawalBody(4_000.01))).body.message).toBe(
      "You can withdraw at most $10,000.00 in 24 hours; $4,000.00 of it is left now",
    );
    await cancel(trader, first._id);
    await requested(trader, 10_000);
    expect(await balanceOf(trader)).toBe(10_000);
  });
});

describe("concurrent requests", () => {
  test("of 200 requests for the whole balance one is accepted, and the others report the balance that remains", async () => {
    const trader = await funded(100);
    // A busy database has written nothing, so the client retries with the same key, as the page does.
    const retryWhileBusy = async (key: string) => {
      let reply = await request(trader, withdrawalBody(100), { "Idempotency-Key": key });
      while (reply.status === 503) reply = await request(trader, withdrawalBody(100), { "Idempotency-Key": key });
      return reply;
    };
    const replies = await Promise.all(Array.from({ length: 200 }, (_, i) => retryWhileBusy(`of-200-${i}`)));
    const accepted = replies.filter(({ status }) => status === 201);
    const refused = replies.filter(({ status }) => status !== 201);
    expect(accepted).toHaveLength(1);
    expect([...new Set(refused.map((reply) => JSON.stringify(refusalOf(reply))))]).toEqual([
      JSON.stringify([400, "insufficient_funds", "You don't have enough money. Available: $0.00"]),
    ]);
    expect(await balanceOf(trader)).toBe(0);
    expect(await historyOf(trader)).toHaveLength(1);
    const [counted] = await db.read([
      db.query
        .select()
        .from(counters)
        .where(like(counters.key, `withdrawalByAccount%:${trader.userId}`)),
    ]);
    expect(counted.map(({ count }) => count)).toEqual([1, 1]);
  });

  test("of ten requests that all fit, five are accepted", async () => {
    const trader = await funded(100);
    const replies = await Promise.all(Array.from({ length: 10 }, () => request(trader, withdrawalBody(5))));
    const codes = replies.map(({ status, body }) => (status === 201 ? "accepted" : body.code)).sort();
    expect(codes).toEqual([...Array(5).fill("accepted"), ...Array(5).fill("too_many_pending")]);
    expect(await balanceOf(trader)).toBe(75);
  });
});

describe("an Idempotency-Key", () => {
  const withKey = (key: string) => ({ "Idempotency-Key": key });

  test("gives a repeat the first response, whatever happened since, and counts nothing", async () => {
    const trader = await funded(100);
    const first = await request(trader, withdrawalBody(100), withKey("k1"));
    await cancel(trader, first.body.withdrawal._id);
    await requested(trader, 100);
    for (let i = 0; i < 8; i++) {
      const repeat = await request(trader, withdrawalBody(100), withKey("k1"));
      expect([repeat.status, repeat.body, repeat.dbTrips]).toEqual([201, first.body, 1]);
    }
    expect(await historyOf(trader)).toHaveLength(2);
  });

  test("with another body is refused", async () => {
    const trader = await funded(100);
    await request(trader, withdrawalBody(10), withKey("k1"));
    for (const other of [
      withdrawalBody(11),
      withdrawalBody(10, { requestMessage: "For food" }),
      withdrawalBody(10_000),
    ]) {
      const reply = await request(trader, other, withKey("k1"));
      expect([reply.status, reply.body.code, reply.body.field]).toEqual([422, "key_reused", "Idempotency-Key"]);
    }
    expect(await balanceOf(trader)).toBe(90);
  });

  test("turns racing repeats into one action with one response", async () => {
    const trader = await funded(100);
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => request(trader, withdrawalBody(100), withKey("k1"))),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await historyOf(trader)).toHaveLength(1);
  });

  test("of a refused request may be used again", async () => {
    const trader = await funded(100);
    expect((await request(trader, withdrawalBody(101), withKey("k1"))).status).toBe(400);
    expect((await request(trader, withdrawalBody(100), withKey("k1"))).status).toBe(201);
  });

  test("belongs to its trader", async () => {
    const [one, other] = [await funded(100), await funded(100)];
    const replies = [
      await request(one, withdrawalBody(10), withKey("k1")),
      await request(other, withdrawalBody(20), withKey("k1")),
    ];
    expect(replies.map(({ body }) => body.withdrawal.amount)).toEqual([10, 20]);
  });

  test("that is malformed is refused", async () => {
    const reply = await request(await funded(100), withdrawalBody(10), withKey("x".repeat(256)));
    expect([reply.status, reply.body.field]).toEqual([400, "Idempotency-Key"]);
  });

  test("works for a cancellation too", async () => {
    const trader = await funded(100);
    const [one, other] = [await requested(trader, 10), await requested(trader, 20)];
    const first = await cancel(trader, one._id, withKey("c1"));
    expect((await cancel(trader, one._id, withKey("c1"))).body).toEqual(first.body);
    expect((await cancel(trader, other._id, withKey("c1"))).status).toBe(422);
    expect(await balanceOf(trader)).toBe(80);
  });
});

describe("a cancellation", () => {
  test("returns the amount once, however often and from however many tabs it is sent", async () => {
    const trader = await funded(100);
    const { _id } = await requested(trader, 100);
    const replies = await Promise.all(Array.from({ length: 8 }, () => cancel(trader, _id)));
    for (const { status, body } of [...replies, await cancel(trader, _id)]) {
      expect([status, body.withdrawal.status, body.withdrawal.cancelledByUser]).toEqual([200, "rejected", true]);
    }
    expect(await balanceOf(trader)).toBe(100);
    const [records] = await db.read([
      db.query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `withdrawal:${_id}`)),
    ]);
    expect(records.map(({ actor, action }) => [actor, action])).toEqual([
      [trader.userId, "withdrawal.requested"],
      [trader.userId, "withdrawal.cancelled"],
    ]);
  });

  test("of another user's withdrawal is refused like one of a missing withdrawal", async () => {
    const [owner, stranger] = [await funded(100), await funded(100)];
    const { _id } = await requested(owner, 50);
    const [anothers, missing] = [await cancel(stranger, _id), await cancel(stranger, crypto.randomUUID())];
    expect(refusalOf(anothers)).toEqual([404, "not_found", "Not found"]);
    expect(refusalOf(missing)).toEqual(refusalOf(anothers));
    expect((await historyOf(owner))[0].status).toBe("pending");
    expect(await historyOf(stranger)).toEqual([]);
  });

  test("is refused after an admin has decided", async () => {
    const trader = await funded(100);
    const approved = await requested(trader, 10);
    await approve(approved._id);
    expect(refusalOf(await cancel(trader, approved._id))).toEqual([
      409,
      "wrong_state",
      "This withdrawal is already approved",
    ]);
    expect(await balanceOf(trader)).toBe(90);
  });

  test("and a concurrent approval: one of them wins, and the money agrees", async () => {
    for (let i = 0; i < 5; i++) {
      const trader = await funded(100);
      const { _id } = await requested(trader, 100);
      const [cancelled, approved] = await Promise.all([
        cancel(trader, _id),
        approve(_id).then(
          () => true,
          () => false,
        ),
      ]);
      expect([200, 409]).toContain(cancelled.status);
      expect(approved).toBe(cancelled.status === 409);
      expect(await balanceOf(trader)).toBe(approved ? 0 : 100);
    }
  });
});

describe("the history", () => {
  test("is newest first, with the admins' messages, images and payments, but never an admin's name", async () => {
    const trader = await funded(100);
    const [paid, refused, open] = [
      await requested(trader, 10),
      await requested(trader, 20),
      await requested(trader, 30),
    ];
    await approve(paid._id);
    const [shown, proof] = [await addImage(trader.userId, "admin_image"), await addImage(trader.userId, "proof")];
    const show = (filename: string, kind: "admin" | "proof", message: string) =>
      db.query
        .insert(withdrawalImages)
        .values({ filename, withdrawalId: paid._id, kind, message, uploadedAtMs: Date.now() });
    const paymentId = `FT-${crypto.randomUUID()}`;
    await db.write([
      show(shown, "admin", "This is how we read it"),
      show(proof, "proof", "Paid today"),
      db.query
        .update(withdrawals)
        .set({ payerId: ADMIN, paymentStartedAtMs: Date.now(), soleApproverPayout: "allowed" })
        .where(eq(withdrawals.id, paid._id)),
      approvalBy(paid._id, "complete", paymentId),
      ...completeWithdrawal(db.query, await rowOf(paid._id), { decidedBy: ADMIN, paymentId }, Date.now()),
    ]);
    const because = { decidedBy: ADMIN, reason: "wrong_details", notes: "The account is closed" } as const;
    await db.write(rejectWithdrawal(db.query, await rowOf(refused._id), because, Date.now()));

    const reply = await trader.get("/api/withdrawal/history");
    expect(reply.dbTrips).toBe(1);
    expect(reply.body.withdrawals).toMatchObject([
      { _id: open._id, status: "pending", approvals: { have: 0, need: 1 } },
      {
        _id: refused._id,
        status: "rejected",
        cancelledByUser: false,
        rejectReason: "wrong_details",
        adminNotes: "The account is closed",
      },
      {
        _id: paid._id,
        status: "completed",
        paymentId,
        adminNotes: "Looks right",
        approvals: { have: 1, need: 1 },
        adminImages: [{ message: "This is how we read it", filename: shown }],
        proofOfPayment: { adminMessage: "Paid today", filename: proof },
      },
    ]);
    const [, no, yes] = reply.body.withdrawals;
    expect([no.processedAt, no.completedAt]).toEqual([no.rejectedAt, null]);
    expect(yes.processedAt).toBe(yes.approvedAt);
    expect(Date.parse(yes.completedAt)).toBeGreaterThanOrEqual(Date.parse(yes.approvedAt));
    expect(JSON.stringify(reply.body)).not.toContain(ADMIN);
    expect((await trader.get("/api/user/profile")).body.user).toMatchObject({
      balance: 60,
      heldBalance: 30,
      totalWithdrawals: 10,
      analytics: { totalDeposits: 100 },
    });
  });
});

describe("a pause", () => {
  test("after a difference in the ledger refuses requests; cancelling and reading still work", async () => {
    const trader = await funded(100);
    const { _id } = await requested(trader, 10);
    const mails = () => db.read([db.query.select().from(outbox).where(eq(outbox.recipient, trader.email))]);
    const [before] = await mails();
    await db.write([db.query.insert(pauses).values({ what: "withdrawals", reason: "a test", sinceMs: 0 })]);
    try {
      expect(refusalOf(await request(trader, withdrawalBody(10)))).toEqual([
        503,
        "paused",
        "This is paused at the moment. Nothing is lost; please try again later.",
      ]);
      expect((await cancel(trader, _id)).status).toBe(200);
      expect(await balanceOf(trader)).toBe(100);
    } finally {
      await db.write([db.query.delete(pauses).where(sql`TRUE`)]);
    }
    expect((await mails())[0]).toHaveLength(before.length);
  });

  test("by configuration refuses requests with 503; cancelling and reading still work", async () => {
    const paused = await startFreshApi({ PAUSED: "withdrawals" });
    try {
      const trader = await funded(100, paused);
      const reply = await request(trader, withdrawalBody(10));
      expect(refusalOf(reply).slice(0, 2)).toEqual([503, "paused"]);
      expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect((await cancel(trader, crypto.randomUUID())).status).toBe(404);
      expect(await historyOf(trader)).toEqual([]);
      expect(await balanceOf(trader)).toBe(100);
      expect((await trader.post("/api/deposit/generate-khqr", { amount: 10 })).status).toBe(201);
    } finally {
      await paused.stop();
    }
  });
});
