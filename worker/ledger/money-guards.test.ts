import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import type { GuardName } from "../../db/guard-names.ts";
import {
  approvals,
  deposits,
  images,
  nameChecks,
  pauses,
  paymentExceptions,
  paymentMethods,
  secondFactors,
  users,
  withdrawalImages,
  withdrawals,
} from "../../db/schema/index.ts";
import { behindTriggers, setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson, creditTrader, verifyTrader } from "../../dev/test/test-money.ts";
import { appointmentApprovals } from "../../dev/test/test-people.ts";
import { cents } from "../contract/money.ts";
import { DAY_MS } from "../contract/time.ts";
import { submitIdentity } from "../identity/identity-store.ts";
import { guardNameOf, refusedBy } from "../platform/database-refusal.ts";
import { giveRole } from "../platform/user-store.ts";
import { approveWithdrawal, completeWithdrawal, rejectWithdrawal } from "../withdrawals/withdrawal-store.ts";
import { checkLedger } from "./check-ledger.ts";
import { postTransfer } from "./transfer-store.ts";

/** The guards of the database, tested with statements that no verb would send. */

setDefaultTimeout(600_000);

const database = setUpDatabase();
let db: Database;
const NOW = 100 * DAY_MS;
/** Each test has its own trader with 20,000 dollars; one of the admins has money too. */
let people = 0;
let trader = "";
beforeAll(async () => {
  db = database.db;
  for (const id of ["admin1", "admin2", "admin3"]) {
    await addPerson(db, id, "admin");
    await db.write([db.query.insert(secondFactors).values({ userId: id, totpSecret: "A", createdAtMs: 0 })]);
  }
  await creditTrader(db, "admin1", 10_000);
});
beforeEach(async () => {
  trader = `trader${people++}`;
  await addPerson(db, trader);
  await creditTrader(db, trader, 10_000);
  await creditTrader(db, trader, 10_000);
  await verifyTrader(db, trader);
});

type Terms = Partial<typeof withdrawals.$inferInsert>;
const row = (id: string, terms: Terms = {}) => ({
  id,
  userId: trader,
  amountCents: 1_000,
  status: "pending" as const,
  approvalsNeeded: 1,
  secondAdminAboveCents: 1_000_000,
  adminAloneCentsMax: 1_000_000,
  paymentMethod: "Bank Transfer" as const,
  bankName: "ABA Bank",
  accountId: "1",
  requestMessage: "Rent",
  createdAtMs: NOW,
  updatedAtMs: NOW,
  ...terms,
});
const hold = (id: string, { userId = trader, amountCents = 1_000 }: Terms = {}) =>
  postTransfer(
    db.query,
    {
      kind: "withdrawal",
      reference: `withdrawal:${id}:request`,
      memo: "a test",
      actor: userId,
      entries: [
        { accountId: `available:${userId}`, amountCents: cents(-amountCents) },
        { accountId: `held:${userId}`, amountCents: cents(amountCents) },
      ],
    },
    NOW,
  );
/** A request as the product creates it, with other values. */
const request = (terms: Terms = {}, id: string = crypto.randomUUID()) => [
  ...hold(id, terms),
  db.query.insert(withdrawals).values(row(id, terms)),
];
const requested = async (terms: Terms = {}) => {
  const id = crypto.randomUUID();
  await db.write(request(terms, id));
  return read(id);
};
const read = async (id: string) => {
  const [[found]] = await db.read([db.query.select().from(withdrawals).where(eq(withdrawals.id, id))]);
  if (!found) throw new Error("there is no such withdrawal");
  return found;
};
type Row = Awaited<ReturnType<typeof read>>;
const approvalBy = (
  subject: string,
  act: "approve" | "complete" | "mark_paid" | "match",
  detail = "",
  adminId = "admin1",
) => db.query.insert(approvals).values({ subject, act, adminId, detail, atMs: NOW });
const withdrawalApproval = ({ id }: Row, act: "approve" | "complete", detail = "") =>
  approvalBy(`withdrawal:${id}`, act, detail);
const image = (filename: string, purpose: "proof" | "admin_image" | "id_card" = "proof", userId = trader) =>
  db.query.insert(images).values({
    filename,
    userId,
    purpose,
    objectKey: filename,
    contentType: "image/png",
    sizeBytes: 1,
    widthPx: 20,
    heightPx: 20,
    uploadedBy: "admin1",
    createdAtMs: NOW,
  });
const proof = ({ id }: Row, filename: string = crypto.randomUUID()) => [
  image(filename),
  db.query
    .insert(withdrawalImages)
    .values({ filename, withdrawalId: id, kind: "proof", message: "", uploadedAtMs: NOW }),
];
/** Begins the payment unless somebody pays already. The operator allows its only approver to pay. */
const start = ({ id }: Row, payerId = "admin1", atMs = NOW) =>
  db.query
    .update(withdrawals)
    .set({ payerId, paymentStartedAtMs: atMs, soleApproverPayout: "allowed" })
    .where(and(eq(withdrawals.id, id), isNull(withdrawals.payerId)));
/** The columns that an admin sets who pays a withdrawal. */
const paid = (one: Row, paymentId: string) => [start(one), withdrawalApproval(one, "complete", paymentId)];
const approve = (one: Row, decidedBy = "admin1", atMs = NOW) => approveWithdrawal(db.query, one, { decidedBy }, atMs);
const complete = (one: Row, paymentId: string, decidedBy = "admin1") =>
  completeWithdrawal(db.query, one, { decidedBy, paymentId }, NOW);
const reject = (one: Row, decidedBy = "admin1") =>
  rejectWithdrawal(db.query, one, { decidedBy, reason: "other", notes: "No" }, NOW);
const approved = async (terms: Terms = {}) => {
  const one = await requested(terms);
  await db.write([
    withdrawalApproval(one, "approve"),
    approvalBy(`withdrawal:${one.id}`, "approve", "", "admin2"),
    ...approve(one),
  ]);
  return read(one.id);
};
const completed = async () => {
  const one = await approved();
  await db.write([...paid(one, `pay ${one.id}`), ...proof(one), ...complete(one, `pay ${one.id}`)]);
  return read(one.id);
};
const rejected = async () => {
  const one = await requested();
  await db.write(reject(one));
  return read(one.id);
};
const set = (one: Row, change: Terms) =>
  db.query
    .update(withdrawals)
    .set({ version: one.version + 1, decidedBy: "admin1", ...change })
    .where(eq(withdrawals.id, one.id));

/** The batch is refused by this guard, and nothing of it stands. */
async function refuses(guard: GuardName, statements: readonly Statement[]): Promise<void> {
  const error = await db.write(statements).then(
    () => "it was written",
    (caught: unknown) => caught,
  );
  if (!refusedBy(error, guard)) throw error;
  expect(await checkLedger(db)).toMatchObject({ isClean: true });
}

describe("a request", () => {
  test("begins as pending, at its first version, and needs one or two admins", async () => {
    await refuses("wrong_state", request({ status: "approved" }));
    await refuses("wrong_state", request({ version: 2 }));
    await refuses("wrong_state", request({ approvalsNeeded: 0 }));
    await refuses("wrong_state", request({ approvalsNeeded: 3 }));
    await db.write(request());
  });

  test("needs money that is held for exactly this request", async () => {
    const id = crypto.randomUUID();
    await refuses("withdrawal_without_transfer", [db.query.insert(withdrawals).values(row(id))]);
    const less = [...hold(id, { amountCents: 999 }), db.query.insert(withdrawals).values(row(id))];
    await refuses("withdrawal_without_transfer", less);
    const anothers = [...hold(id, { userId: "admin1" }), db.query.insert(withdrawals).values(row(id))];
    await refuses("withdrawal_without_transfer", anothers);
    await refuses("insufficient_funds", hold(id, { amountCents: 2_000_001 }));
  });

  test("is refused as the sixth pending one, or above ten thousand dollars in a day", async () => {
    await requested({ amountCents: 500_000 });
    await refuses("over_daily_sum", request({ amountCents: 500_001 }));
    await refuses("over_daily_sum", request({ amountCents: 500_001, createdAtMs: NOW + DAY_MS - 1 }));
    await requested({ amountCents: 500_001, createdAtMs: NOW + DAY_MS });
    for (let i = 0; i < 3; i++) await requested({ amountCents: 1, createdAtMs: NOW + 2 * DAY_MS });
    await refuses("too_many_pending", request({ amountCents: 1, createdAtMs: NOW + 2 * DAY_MS }));
  });

  test("has an amount and a destination", async () => {
    await refuses("over_daily_sum", request({ amountCents: 1_000_001 }));
    await refuses("withdrawals_destination", request({ bankName: null }));
    await refuses("withdrawals_destination", request({ accountId: null }));
    await refuses("withdrawals_destination", request({ paymentMethod: "KHQR", paymentImage: null }));
  });

  test.each([
    ["amountCents", 999],
    ["userId", "admin1"],
    ["paymentMethod", "KHQR"],
    ["bankName", "Wing"],
    ["accountId", "2"],
    ["paymentImage", "other.png"],
    ["requestMessage", "Food"],
    ["approvableAtMs", 1],
    ["secondAdminAboveCents", 1],
    ["adminAloneCentsMax", 1],
    ["createdAtMs", 1],
  ])("keeps its %s", async (column, value) => {
    const one = await requested();
    await refuses("withdrawal_terms_fixed", [
      db.query
        .update(withdrawals)
        .set({ [column]: value })
        .where(eq(withdrawals.id, one.id)),
    ]);
  });

  test("begins without the columns that only an admin sets", async () => {
    for (const decided of [{ unverifiedReason: "known" }, { payerId: "admin1", paymentStartedAtMs: NOW }]) {
      await refuses("wrong_state", request(decided));
    }
  });

  test("never needs fewer admins than before, nor more than two, and the number is fixed once it is decided", async () => {
    const needs = ({ id }: Row, approvalsNeeded: number) =>
      db.query.update(withdrawals).set({ approvalsNeeded }).where(eq(withdrawals.id, id));
    const [one, done, undone] = [await requested(), await completed(), await rejected()];
    await refuses("withdrawal_terms_fixed", [needs(one, 3)]);
    await refuses("withdrawal_terms_fixed", [needs(one, 0)]);
    await db.write([needs(one, 2)]);
    await refuses("withdrawal_terms_fixed", [needs(one, 1)]);
    for (const decided of [done, undone]) await refuses("withdrawal_terms_fixed", [needs(decided, 2)]);
  });

  test("is never deleted", async () => {
    const one = await requested();
    await refuses("ledger_append_only", [db.query.delete(withdrawals).where(eq(withdrawals.id, one.id))]);
  });
});

describe("a withdrawal", () => {
  const states = { pending: () => requested(), approved: () => approved(), completed, rejected };
  test.each([
    ["pending", "pending"],
    ["pending", "completed"],
    ["approved", "pending"],
    ["approved", "approved"],
    ["completed", "pending"],
    ["completed", "approved"],
    ["completed", "rejected"],
    ["rejected", "pending"],
    ["rejected", "approved"],
    ["rejected", "completed"],
  ] as const)("that is %s does not become %s", async (from, to) => {
    const one = await states[from]();
    await refuses("wrong_state", [set(one, { status: to })]);
  });

  test("is decided on the version that the decider saw, and by its trader only as a cancellation", async () => {
    const one = await requested();
    await refuses("wrong_state", [set(one, { status: "approved", version: one.version })]);
    await refuses("wrong_state", [set(one, { status: "approved", version: one.version + 2 })]);
    await refuses("wrong_state", [set(one, { status: "approved", decidedBy: null })]);
    await refuses("own_account", reject(one, trader));
    const waiting = await approved();
    await refuses("wrong_state", [set(waiting, { status: "rejected", cancelledByUser: true, decidedBy: trader })]);
    for (const stranger of ["admin1", "someone"]) {
      if (stranger === "someone") await addPerson(db, stranger);
      await refuses(
        "wrong_state",
        rejectWithdrawal(db.query, one, { decidedBy: stranger, cancelledByUser: true }, NOW),
      );
    }
    await refuses("not_an_admin", reject(one, "someone"));
    await refuses("not_an_admin", [withdrawalApproval(one, "approve"), ...approve(one, "someone")]);
    await db.write(rejectWithdrawal(db.query, one, { decidedBy: trader, cancelledByUser: true }, NOW));
  });

  test("cannot be decided a second time by the same statements", async () => {
    for (const one of [await completed(), await rejected()]) {
      await refuses("wrong_state", reject(one));
      await refuses("wrong_state", approve(one));
      await refuses("wrong_state", complete(one, "again"));
    }
    const stale = await requested();
    await db.write([withdrawalApproval(stale, "approve"), ...approve(stale)]);
    await refuses("wrong_state", reject(stale));
  });

  test("is not approved before its earliest time of approval", async () => {
    const one = await requested({ approvableAtMs: NOW + 1 });
    await refuses("withdrawal_on_hold", [withdrawalApproval(one, "approve"), ...approve(one)]);
    const ready = await requested({ approvableAtMs: NOW });
    await db.write([withdrawalApproval(ready, "approve"), ...approve(ready)]);
  });

  test("is not approved in the day after a later change of the account's security", async () => {
    const one = await requested();
    const changed = (securityChangedAtMs: number) =>
      db.query.update(users).set({ securityChangedAtMs }).where(eq(users.id, trader));
    await db.write([changed(NOW + 1)]);
    await refuses("withdrawal_on_hold", [withdrawalApproval(one, "approve"), ...approve(one, "admin1", NOW + DAY_MS)]);
    await db.write([withdrawalApproval(one, "approve"), ...approve(one, "admin1", NOW + DAY_MS + 1)]);
    // The money is on its way: a security change after the approval no longer holds it.
    await db.write([changed(NOW + 2 * DAY_MS)]);
    const next = await read(one.id);
    await db.write([...paid(next, "late"), ...proof(next), ...complete(next, "late")]);
  });

  test("waits for as many approvals as it needs, and those for another payment do not count", async () => {
    const one = await requested({ approvalsNeeded: 2 });
    await refuses("approvals_missing", approve(one));
    await db.write([withdrawalApproval(one, "approve")]);
    await refuses("approvals_missing", approve(one));
    await db.write([approvalBy(`withdrawal:${one.id}`, "approve", "", "admin2"), ...approve(one)]);

    const next = await read(one.id);
    await db.write([...proof(next), ...paid(next, "pay 1")]);
    await refuses("approvals_missing", complete(next, "pay 2"));
    await db.write(complete(next, "pay 1"));
  });

  test("is completed with one proof, and a payment id that no other withdrawal has", async () => {
    const [one, other] = [await approved(), await approved()];
    await refuses("proof_missing", [...paid(one, "pay"), ...complete(one, "pay")]);
    await refuses("UNIQUE withdrawal_images.withdrawal_id", [...proof(one), ...proof(one)]);
    await db.write([...paid(one, "pay"), ...proof(one), ...complete(one, "pay")]);
    await refuses("UNIQUE withdrawals.payment_id", [...paid(other, "pay"), ...proof(other), ...complete(other, "pay")]);
    for (const id of ["p ay", "PA Y"]) {
      await refuses("payment_id_used", [...paid(other, id), ...proof(other), ...complete(other, id)]);
    }
    const early = db.query.update(withdrawals).set({ paymentId: "early" }).where(eq(withdrawals.id, other.id));
    await refuses("withdrawal_terms_fixed", [early]);
    const error = await behindTriggers(db, ["withdrawals_decision_fixed"], [early]).catch((caught: unknown) => caught);
    expect(guardNameOf(error)).toBe("withdrawals_paid_out");
  });

  test.each<[string, Terms]>([
    ["its payment", { paymentId: "another payment" }],
    ["who decided", { decidedBy: "admin2" }],
    ["when it was approved", { approvedAtMs: NOW + 1 }],
    ["when it was completed", { completedAtMs: NOW + 1 }],
    ["when it was rejected", { rejectedAtMs: NOW + 1 }],
    ["why it was rejected", { rejectReason: "suspicious" }],
    ["whether its trader cancelled it", { cancelledByUser: true }],
    ["its version", { version: 9 }],
  ])("keeps %s, once it is decided", async (_, change) => {
    for (const one of [await completed(), await rejected()]) {
      await refuses("withdrawal_terms_fixed", [
        db.query.update(withdrawals).set(change).where(eq(withdrawals.id, one.id)),
      ]);
      await db.write([
        db.query
          .update(withdrawals)
          .set({ updatedAtMs: NOW + 1 })
          .where(eq(withdrawals.id, one.id)),
      ]);
    }
  });

  test("keeps when it was approved, whatever becomes of it", async () => {
    const one = await approved();
    await refuses("withdrawal_terms_fixed", [
      ...reject(one).slice(0, -2),
      set(one, { status: "rejected", rejectedAtMs: NOW, approvedAtMs: NOW + 1 }),
    ]);
  });

  test("ends only when the money moves", async () => {
    const one = await approved();
    const dates = { completedAtMs: NOW, paymentId: "unmoved" };
    await refuses("withdrawal_without_transfer", [
      ...paid(one, "unmoved"),
      ...proof(one),
      set(one, { status: "completed", ...dates }),
    ]);
    await refuses("withdrawal_without_transfer", [set(one, { status: "rejected", rejectedAtMs: NOW })]);
  });

  test("is neither requested, approved nor begun to be paid during a pause; what was sent is recorded, and the rest can be returned", async () => {
    const [asked, waiting, refused, sent] = [await requested(), await approved(), await requested(), await approved()];
    await db.write([start(sent)]);
    await db.write([db.query.insert(pauses).values({ what: "withdrawals", reason: "a test", sinceMs: 0 })]);
    await refuses("withdrawals_paused", request());
    await refuses("withdrawals_paused", [withdrawalApproval(asked, "approve"), ...approve(asked)]);
    await refuses("withdrawals_paused", [start(waiting)]);
    await db.write([...paid(sent, "sent before"), ...proof(sent), ...complete(sent, "sent before")]);
    await db.write(reject(refused));
    await db.write(reject(waiting));
    await db.write([db.query.delete(pauses)]);
  });
});

describe("the holder of a destination", () => {
  const bank = { bankName: "ABA Bank", accountId: "000 123" };
  const check = (one: Row, more: Partial<typeof nameChecks.$inferInsert> = {}) =>
    db.query.insert(nameChecks).values({
      id: crypto.randomUUID(),
      withdrawalId: one.id,
      holder: "KEO BOPHA",
      holderFrom: "client",
      accountName: `${trader} ${trader}`,
      verdict: "accepted",
      reason: "Her other name",
      decidedBy: "admin1",
      decidedAtMs: NOW,
      ...more,
    });
  beforeEach(async () => {
    const method = { userId: trader, ...bank, bankHolder: "KEO BOPHA", updatedAtMs: NOW };
    await db.write([db.query.insert(paymentMethods).values(method)]);
  });

  test("is that of the method which the request is paid to, and stays", async () => {
    for (const terms of [
      { holderName: "" },
      { holderName: "KEO DARA" },
      { holderName: "KEO BOPHA", accountId: "000 124" },
      { holderName: "KEO BOPHA", bankName: "Wing" },
    ]) {
      await refuses("holder_differs", request({ ...bank, ...terms }));
    }
    const one = await requested({ ...bank, holderName: "KEO BOPHA" });
    const change = (holderName: string | null) =>
      db.query.update(withdrawals).set({ holderName }).where(eq(withdrawals.id, one.id));
    for (const name of ["KEO DARA", null]) await refuses("withdrawal_terms_fixed", [change(name)]);
  });

  test("is beside the account's name of now before anything is approved, found by an admin who is not the trader", async () => {
    const one = await requested({ ...bank, holderName: "KEO BOPHA" });
    const agreed = withdrawalApproval(one, "approve");
    await refuses("names_unchecked", [agreed, ...approve(one)]);
    for (const more of [
      { holder: "KEO DARA" },
      { accountName: "Another name" },
      { holderFrom: "code" as const },
      { holderFrom: "admin" as const },
    ]) {
      await refuses("names_changed", [check(one, more)]);
    }
    await refuses("not_an_admin", [check(one, { decidedBy: "trader0" })]);
    await refuses("name_checks_reason", [check(one, { reason: null })]);
    await refuses("name_checks_reason", [check(one, { verdict: "same" })]);
    const rename = (lastName: string) =>
      behindTriggers(
        db,
        ["users_verified_name_fixed"],
        [db.query.update(users).set({ lastName }).where(eq(users.id, trader))],
      );
    await db.write([check(one)]);
    await rename("Chan");
    await refuses("names_unchecked", [agreed, ...approve(one)]);
    await rename(trader);
    await db.write([agreed, ...approve(one)]);
    expect((await read(one.id)).status).toBe("approved");
    await refuses("names_changed", [check(one)]);
  });

  test("is recorded for good", async () => {
    const one = await requested({ ...bank, holderName: "KEO BOPHA" });
    await db.write([check(one)]);
    const which = eq(nameChecks.withdrawalId, one.id);
    await refuses("name_check_fixed", [db.query.update(nameChecks).set({ reason: "Another" }).where(which)]);
    await refuses("name_check_fixed", [db.query.delete(nameChecks).where(which)]);
  });
});

describe("requests of one trader within 24 hours", () => {
  const SUM = { secondAdminAboveCents: 100_000 };
  const needsOf = async (...rows: Row[]) => Promise.all(rows.map(async ({ id }) => (await read(id)).approvalsNeeded));

  test("add up: above the limit the undecided ones need two admins, whatever was stored", async () => {
    const one = await requested({ ...SUM, amountCents: 60_000 });
    const two = await requested({ ...SUM, amountCents: 40_000 });
    expect(await needsOf(one, two)).toEqual([1, 1]);
    const three = await requested({ ...SUM, amountCents: 1 });
    expect(await needsOf(one, two, three)).toEqual([2, 2, 2]);
    await refuses("approvals_missing", [withdrawalApproval(one, "approve"), ...approve(one)]);
  });

  test("are counted from 24 hours before the newest one, to the millisecond, also when clocks differ", async () => {
    const one = await requested({ ...SUM, amountCents: 60_000 });
    const dayLater = await requested({ ...SUM, amountCents: 60_000, createdAtMs: NOW + DAY_MS });
    expect(await needsOf(one, dayLater)).toEqual([1, 1]);
    const within = await requested({ ...SUM, amountCents: 40_001, createdAtMs: NOW + DAY_MS - 1 });
    expect(await needsOf(one, dayLater, within)).toEqual([2, 2, 2]);
  });

  test("are counted when they are approved or paid, and not when they were rejected or cancelled", async () => {
    const gone = await requested({ ...SUM, amountCents: 90_000 });
    await db.write(reject(gone));
    const cancelled = await requested({ ...SUM, amountCents: 90_000 });
    await db.write(rejectWithdrawal(db.query, cancelled, { decidedBy: trader, cancelledByUser: true }, NOW));
    const done = await approved({ ...SUM, amountCents: 60_000 });
    expect(await needsOf(done)).toEqual([1]);
    const next = await requested({ ...SUM, amountCents: 60_000 });
    // The one that was approved alone stays so: only undecided ones are raised.
    expect(await needsOf(done, next)).toEqual([1, 2]);
  });

  test("are not counted for other traders", async () => {
    const one = await requested({ ...SUM, amountCents: 60_000 });
    const other = await requested({ ...SUM, amountCents: 60_000, userId: "admin1" });
    expect(await needsOf(one, other)).toEqual([1, 1]);
  });
});

describe("what one admin moves alone within 24 hours", () => {
  const SUM = { adminAloneCentsMax: 100_000 };
  /** A new admin in each test, because what one has moved is never reset. */
  let mover = "";
  beforeEach(async () => {
    mover = `mover${people}`;
    await addPerson(db, mover, "admin");
  });
  const approvalAt = ({ id }: Row, act: "approve" | "complete", adminId: string, atMs: number, detail = "") =>
    db.query.insert(approvals).values({ subject: `withdrawal:${id}`, act, adminId, detail, atMs });
  const approveAlone = (one: Row, by = mover, atMs = NOW) => [
    approvalAt(one, "approve", by, atMs),
    ...approve(one, by, atMs),
  ];
  const completeAlone = (one: Row, by = mover, atMs = NOW) => [
    start(one, by, atMs),
    approvalAt(one, "complete", by, atMs, `pay ${one.id}`),
    ...proof(one),
    ...completeWithdrawal(db.query, one, { decidedBy: by, paymentId: `pay ${one.id}` }, atMs),
  ];
  const requestOf = (amountCents: number) => requested({ ...SUM, amountCents });

  test("is limited, to the cent, and to the millisecond of the 24 hours", async () => {
    await db.write(approveAlone(await requestOf(60_000)));
    await refuses("second_admin_needed", approveAlone(await requestOf(40_001)));
    const last = await requestOf(40_000);
    await db.write(approveAlone(last));
    const next = await requestOf(60_001);
    await refuses("second_admin_needed", approveAlone(next, mover, NOW + DAY_MS - 1));
    await db.write(approveAlone(next, mover, NOW + DAY_MS));
  });

  test("counts one withdrawal once, and none that a colleague approved", async () => {
    const [own, others] = [await requestOf(100_000), await requestOf(40_000)];
    await db.write([...approveAlone(own), ...approveAlone(others, "admin2")]);
    await refuses("second_admin_needed", approveAlone(await requestOf(1)));
    await db.write(completeAlone(await read(own.id)));
    await db.write(completeAlone(await read(others.id)));
  });

  test("is limited when the payment of a withdrawal starts that was approved before", async () => {
    const [older, newer] = [await requestOf(60_000), await requestOf(40_001)];
    await db.write(approveAlone(older, mover, NOW - DAY_MS));
    await db.write(approveAlone(newer));
    await refuses("second_admin_needed", [start(await read(older.id), mover)]);
    await db.write([start(await read(older.id), mover, NOW + DAY_MS)]);
  });

  test("counts again when the withdrawal is completed a day after its approval", async () => {
    const one = await requestOf(60_000);
    await db.write(approveAlone(one));
    await db.write(completeAlone(await read(one.id), mover, NOW + DAY_MS));
    await refuses("second_admin_needed", approveAlone(await requestOf(40_001), mover, NOW + DAY_MS));
  });

  test("excludes withdrawals approved by two admins, rejected afterwards, or moved by a colleague", async () => {
    const [two, undone, theirs] = [await requestOf(90_000), await requestOf(90_000), await requestOf(90_000)];
    await db.write([approvalAt(two, "approve", "admin2", NOW), ...approveAlone(two)]);
    await db.write(approveAlone(undone));
    await db.write(reject(await read(undone.id), mover));
    await db.write(approveAlone(theirs, "admin3"));
    await db.write(approveAlone(await requestOf(100_000)));
  });

  test("includes a withdrawal whose completion a colleague had approved and then withdrew: the other admin moved it alone", async () => {
    const colleague = `colleague${people}`;
    await addPerson(db, colleague, "admin");
    const one = await requestOf(60_000);
    await db.write(approveAlone(one, mover, NOW - DAY_MS));
    const next = await read(one.id);
    const back = db.query.insert(approvals);
    await db.write([
      start(next, mover),
      approvalAt(next, "complete", colleague, NOW - 2, "a mistake"),
      back.values({ subject: `rejection:${one.id}`, act: "approve", adminId: colleague, detail: "", atMs: NOW - 1 }),
    ]);
    await db.write(completeAlone(next));
    await refuses("second_admin_needed", approveAlone(await requestOf(40_001)));
    await db.write(approveAlone(await requestOf(100_000), colleague));
  });

  test("is found by the index on the admin's approvals of the day", async () => {
    const [{ rows }] = await db.read([
      db.query.run(sql`EXPLAIN QUERY PLAN SELECT withdrawal_id FROM moved_alone WHERE admin_id = 'x' AND at_ms > 1`),
    ]);
    expect(rows.map(({ detail }) => detail).join("\n")).toContain(
      "SEARCH approvals USING INDEX approvals_admin (admin_id=? AND at_ms>?)",
    );
  });
});

describe("a trader whose identity is not verified", () => {
  const because = ({ id }: Row, unverifiedReason: string | null) =>
    db.query.update(withdrawals).set({ unverifiedReason }).where(eq(withdrawals.id, id));
  const approveUnder = (one: Row, unverifiedPayout: "refused" | "with_reason") =>
    approveWithdrawal(db.query, one, { decidedBy: "admin1", unverifiedPayout }, NOW);
  const unverified = async () => {
    const userId = `unknown${people}`;
    await addPerson(db, userId);
    await creditTrader(db, userId, 100);
    return await requested({ userId });
  };

  test("has nothing approved without a reason, which is stored while the withdrawal is pending", async () => {
    const one = await unverified();
    await refuses("identity_not_verified", [withdrawalApproval(one, "approve"), ...approve(one)]);
    await refuses("withdrawal_terms_fixed", [because(one, "")]);
    await db.write([
      because(one, "Known to us for years"),
      withdrawalApproval(one, "approve"),
      ...approveUnder(one, "with_reason"),
    ]);
    await refuses("withdrawal_terms_fixed", [because(one, "Another one")]);
    await refuses("withdrawal_terms_fixed", [because(one, null)]);
  });

  test("has nothing approved with an earlier reason, once the operator refuses such payouts", async () => {
    const one = await unverified();
    await db.write([because(one, "Known to us for years"), withdrawalApproval(one, "approve")]);
    await refuses("identity_not_verified", approve(one));
    await refuses("identity_not_verified", approveUnder(one, "refused"));
    await db.write(approveUnder(one, "with_reason"));
  });

  test("has the operator's setting stored with the approval, and at no other time", async () => {
    const allow = ({ id }: Row, unverifiedPayout: "refused" | "with_reason" | null) =>
      db.query.update(withdrawals).set({ unverifiedPayout }).where(eq(withdrawals.id, id));
    await refuses("wrong_state", request({ unverifiedPayout: "with_reason" }));
    const one = await unverified();
    await refuses("withdrawal_terms_fixed", [allow(one, "with_reason")]);
    await db.write([because(one, "Known"), withdrawalApproval(one, "approve"), ...approveUnder(one, "with_reason")]);
    await refuses("withdrawal_terms_fixed", [allow(one, "refused")]);
  });

  test("includes one whose ID card is pending, and may have requests rejected", async () => {
    const one = await unverified();
    const card = image("card", "id_card", one.userId);
    await db.write([card, ...submitIdentity(db.query, { userId: one.userId, image: "card", seenVersion: 0 }, NOW)]);
    await refuses("identity_not_verified", [withdrawalApproval(one, "approve"), ...approve(one)]);
    await db.write(reject(one));
  });
});

describe("a withdrawal that an admin is paying", () => {
  const pays = ({ id }: Row, payerId: string | null, paymentStartedAtMs: number | null = payerId ? NOW : null) =>
    db.query.update(withdrawals).set({ payerId, paymentStartedAtMs }).where(eq(withdrawals.id, id));
  const agrees = ({ id }: Row, adminId: string, atMs = NOW) =>
    db.query.insert(approvals).values({ subject: `rejection:${id}`, act: "approve", adminId, detail: "", atMs });

  test("is approved, not being paid by anybody else, of another user, and its payer is an admin", async () => {
    const [asked, done, one] = [await requested(), await completed(), await approved()];
    for (const other of [asked, done]) await refuses("wrong_state", [pays(other, "admin2")]);
    await refuses("wrong_state", [pays(one, "admin1", null)]);
    await refuses("own_account", [pays(one, trader)]);
    const stranger = `stranger${people}`;
    await addPerson(db, stranger);
    await refuses("not_an_admin", [pays(one, stranger)]);
    await db.write([pays(one, "admin1")]);
    await refuses("wrong_state", [pays(one, "admin2")]);
    await db.write([pays(one, null)]);
    await db.write([pays(one, "admin2")]);
  });

  test("is not started during a pause, or for a frozen account", async () => {
    const one = await approved();
    await db.write([db.query.insert(pauses).values({ what: "withdrawals", reason: "a test", sinceMs: 0 })]);
    await refuses("withdrawals_paused", [pays(one, "admin1")]);
    await db.write([db.query.delete(pauses)]);
    const frozen = { frozenAtMs: NOW, frozenBy: "admin1", frozenReason: "a test", adminVersion: 2 };
    await db.write([db.query.update(users).set(frozen).where(eq(users.id, trader))]);
    await refuses("owner_frozen", [pays(one, "admin1")]);
  });

  test("is rejected by its payer, or by two other admins who agree after the payment began", async () => {
    const one = await approved();
    await refuses("wrong_state", [agrees(one, "admin2")]);
    await db.write([pays(one, "admin1")]);
    await refuses("approvals_missing", reject(one, "admin2"));
    await refuses("wrong_state", [agrees(one, "admin1")]);
    await refuses("own_account", [agrees(one, trader)]);
    await db.write([agrees(one, "admin2", NOW - 1), agrees(one, "admin3")]);
    await refuses("approvals_missing", reject(one, "admin3"));
    const isApproval = eq(approvals.subject, `rejection:${one.id}`);
    await db.write([db.query.update(approvals).set({ atMs: NOW }).where(isApproval), ...reject(one, "admin3")]);

    const own = await approved();
    await db.write([pays(own, "admin1")]);
    await db.write(reject(own, "admin1"));
  });

  test("is completed with a proof that is newer than every approval of a rejection", async () => {
    const one = await approved();
    const done = complete(one, "pay late");
    await db.write([pays(one, "admin1"), ...proof(one), agrees(one, "admin2", NOW)]);
    await refuses("proof_missing", [...paid(one, "pay late"), ...done]);
    const newer = db.query.update(withdrawalImages).set({ uploadedAtMs: NOW + 1 });
    await db.write([newer.where(eq(withdrawalImages.withdrawalId, one.id)), ...paid(one, "pay late"), ...done]);
  });
});

describe("an account whose balance differs from its records", () => {
  const drift = async (change: Statement) => {
    await behindTriggers(db, ["accounts_follow_entries", "entries_append_only", "deposits_payment_fixed"], [change]);
  };

  test("has nothing approved or completed, even when nothing in it changed recently", async () => {
    const [asked, waiting] = [await requested(), await approved()];
    for (const kind of ["available", "held"]) {
      const account = `${kind}:${trader}`;
      const off = (by: number) =>
        db.query.run(sql`UPDATE accounts SET balance_cents = balance_cents + ${by} WHERE id = ${account}`);
      await drift(off(1));
      for (const act of [
        [withdrawalApproval(asked, "approve"), ...approve(asked)],
        [...paid(waiting, "p"), ...proof(waiting), ...complete(waiting, "p")],
      ]) {
        const error = await db.write(act).catch((caught: unknown) => caught);
        expect(refusedBy(error, "balance_differs")).toBe(true);
      }
      await drift(off(-1));
    }
    await db.write([withdrawalApproval(asked, "approve"), ...approve(asked)]);
    await db.write([...paid(waiting, "p"), ...proof(waiting), ...complete(waiting, "p")]);
  });
});

describe("an admin's approval", () => {
  test("comes from an admin, about another user's money", async () => {
    const own = await requested({ userId: "admin1" });
    const id = await creditTrader(db, "admin1", 50);
    await db.write([exception("own-exception", id)]);
    await refuses("own_account", [withdrawalApproval(own, "approve")]);
    await refuses("own_account", [approvalBy(`deposit:${id}`, "mark_paid")]);
    await refuses("own_account", [approvalBy("exception:own-exception", "match")]);
    await refuses("not_an_admin", [approvalBy("withdrawal:x", "approve", "", trader)]);
    await db.write([approvalBy(`withdrawal:${own.id}`, "approve", "", "admin2")]);
  });

  test("agrees with every other approval of the same action, and is recorded once", async () => {
    const one = await approved({ approvalsNeeded: 2 });
    const subject = `withdrawal:${one.id}`;
    await refuses("wrong_state", [approvalBy(subject, "complete", "pay 1")]);
    await db.write([start(one), approvalBy(subject, "complete", "pay 1")]);
    await refuses("approval_differs", [approvalBy(subject, "complete", "pay 2", "admin2")]);
    await refuses("UNIQUE approvals.subject, approvals.act, approvals.admin_id", [
      approvalBy(subject, "complete", "pay 1"),
    ]);
    await db.write([approvalBy(subject, "complete", "pay 1", "admin2")]);
    const change = db.query.update(approvals).set({ detail: "pay 3" }).where(eq(approvals.subject, subject));
    await refuses("approval_differs", [change]);
    for (const other of [{ adminId: "admin2" }, { subject: "withdrawal:x" }, { act: "approve" as const }]) {
      const moved = db.query.update(approvals).set(other).where(eq(approvals.subject, subject));
      await refuses("approval_terms_fixed", [moved]);
    }
  });

  test("is recorded only while the action is possible, and is never deleted", async () => {
    const [one, mismatches] = [await requested(), await mismatch()];
    await refuses("wrong_state", [...paid(one, "early")]);
    await db.write([withdrawalApproval(one, "approve"), ...approve(one)]);
    const isApproval = eq(approvals.subject, `withdrawal:${one.id}`);
    await refuses("wrong_state", [approvalBy(`withdrawal:${one.id}`, "approve", "", "admin2")]);
    await refuses("wrong_state", [db.query.update(approvals).set({ detail: "other" }).where(isApproval)]);
    await refuses("ledger_append_only", [db.query.delete(approvals).where(isApproval)]);
    const next = await read(one.id);
    await db.write([...paid(next, "pay once"), ...proof(next), ...complete(next, "pay once")]);
    await refuses("wrong_state", [approvalBy(`withdrawal:${one.id}`, "complete", "pay once", "admin2")]);
    await refuses("wrong_state", [approvalBy(`deposit:${await creditTrader(db, trader, 20)}`, "mark_paid", "x")]);
    await db.write([decide(mismatches.id, { status: "dismissed" })]);
    await refuses("wrong_state", [approvalBy(`exception:${mismatches.id}`, "match", "1200")]);
    await refuses("wrong_state", [approvalBy("withdrawal:nothing", "approve")]);
  });
});

describe("the approval of a new or former admin", () => {
  /** As a colleague changes a role. */
  const setRole = (userId: string, role: "admin" | "trader", atMs: number, by = "admin3") =>
    giveRole(db.query, { userId, role, by, atMs });
  async function appointed(id: string): Promise<void> {
    await addPerson(db, id);
    await db.write([
      db.query.update(users).set({ emailVerifiedAtMs: 1 }).where(eq(users.id, id)),
      db.query.insert(secondFactors).values({ userId: id, totpSecret: "A", createdAtMs: 0 }),
      ...appointmentApprovals(db, { userId: id, version: 1 }, ["admin1", "admin3"], NOW),
      setRole(id, "admin", NOW),
    ]);
  }
  const approvalAt = (subject: string, adminId: string, atMs: number) =>
    db.query.insert(approvals).values({ subject, act: "approve", adminId, detail: "", atMs });

  test("counts from a day after a colleague made them an admin, and that time cannot be moved forward", async () => {
    await appointed("puppet");
    const one = await requested({ approvalsNeeded: 2 });
    const subject = `withdrawal:${one.id}`;
    await db.write([withdrawalApproval(one, "approve")]);
    await refuses("admin_too_new", [
      approvalAt(subject, "puppet", NOW + DAY_MS - 1),
      ...approve(one, "puppet", NOW + DAY_MS - 1),
    ]);
    const [older, owners] = [{ roleGivenAtMs: 0 }, { roleGivenBy: "admin1" }];
    for (const change of [older, owners]) {
      await refuses("role_terms_fixed", [db.query.update(users).set(change).where(eq(users.id, "puppet"))]);
    }
    await db.write([approvalAt(subject, "puppet", NOW + DAY_MS), ...approve(one, "puppet", NOW + DAY_MS)]);
  });

  test("no longer counts once they are no admin, for a withdrawal, a payment and a deposit", async () => {
    await appointed("former");
    const [one, { id }, depositId] = [await requested({ approvalsNeeded: 2 }), await mismatch(), await openCode()];
    const hash = `by hand ${depositId}`;
    const agreed = (adminId: string, atMs: number) => [
      db.query.insert(approvals).values([
        { subject: `withdrawal:${one.id}`, act: "approve", adminId, detail: "", atMs },
        { subject: `exception:${id}`, act: "match", adminId, detail: "1200", atMs },
        { subject: `deposit:${depositId}`, act: "mark_paid", adminId, detail: `FT 6 ${hash}`, atMs },
      ]),
    ];
    const later = NOW + DAY_MS;
    await db.write(agreed("former", later));
    await db.write([setRole("former", "trader", later)]);
    await db.write(agreed("admin1", later));
    const acts = {
      approve: approve(one, "admin1", later),
      match: [...credit(`exception:${id}`, 1_200), decide(id, { status: "matched", creditedCents: 1_200 })],
      markPaid: [
        ...credit(`deposit:${depositId}`, 2_000),
        db.query
          .update(deposits)
          .set({ status: "paid", paidAtMs: later, settlementHash: hash, bankReference: "FT 6" })
          .where(eq(deposits.id, depositId)),
      ],
    };
    for (const act of Object.values(acts)) await refuses("approvals_missing", act);
    // Made an admin again, they count as new: their earlier approvals do not count.
    await db.write([
      ...appointmentApprovals(db, { userId: "former", version: 3 }, ["admin1", "admin3"], later),
      setRole("former", "admin", later + 1),
    ]);
    for (const act of Object.values(acts)) await refuses("approvals_missing", act);
    await db.write(agreed("admin2", later));
    for (const act of Object.values(acts)) await db.write(act);
  });

  test("does not bind the remaining admins", async () => {
    await appointed("mistaken");
    const one = await approved({ approvalsNeeded: 2 });
    const subject = `withdrawal:${one.id}`;
    const isApproval = {
      subject,
      act: "complete" as const,
      detail: "pay wrong",
      adminId: "mistaken",
      atMs: NOW + DAY_MS,
    };
    await db.write([start(one), db.query.insert(approvals).values(isApproval)]);
    await refuses("approval_differs", [...paid(one, "pay right")]);
    await db.write([setRole("mistaken", "trader", NOW + DAY_MS)]);
    await db.write([...paid(one, "pay right")]);
  });
});

/** A payment that waits for an admin's decision. */
const exception = (id: string, depositId: string, settlementHash = `settled ${id}`) =>
  db.query.insert(paymentExceptions).values({
    id,
    depositId,
    settlementHash,
    reason: "wrong_amount",
    paidAmount: 13,
    paidCurrency: "USD",
    createdAtMs: NOW,
  });
/** Creates a code, which ends unpaid: a trader has at most five open ones. */
async function openCode(userId = trader): Promise<string> {
  const id = crypto.randomUUID();
  const code = { id, qrString: id, md5Hash: id, billNumber: id };
  const times = { createdAtMs: NOW, updatedAtMs: NOW, expiresAtMs: NOW };
  await db.write([
    db.query.insert(deposits).values({ ...code, ...times, userId, amountCents: 2_000, status: "pending" }),
    db.query.update(deposits).set({ status: "expired" }).where(eq(deposits.id, id)),
  ]);
  return id;
}
/** Creates an unpaid deposit, and a payment for it that does not match. */
async function mismatch(userId = trader): Promise<{ depositId: string; id: string }> {
  const [depositId, id] = [await openCode(userId), crypto.randomUUID()];
  await db.write([exception(id, depositId)]);
  return { depositId, id };
}
const credit = (reference: `exception:${string}` | `deposit:${string}`, amount: number, userId = trader) =>
  postTransfer(
    db.query,
    {
      kind: "deposit",
      reference,
      memo: "a test",
      actor: "admin1",
      entries: [
        { accountId: "house:khqr", amountCents: cents(-amount) },
        { accountId: `available:${userId}`, amountCents: cents(amount) },
      ],
    },
    NOW,
  );
const decide = (id: string, change: Partial<typeof paymentExceptions.$inferInsert>) =>
  db.query
    .update(paymentExceptions)
    .set({ decidedBy: "admin1", note: "Called the bank", decidedAtMs: NOW, version: 2, ...change })
    .where(eq(paymentExceptions.id, id));
const matchApprovals = (id: string, amount: string) => [
  approvalBy(`exception:${id}`, "match", amount),
  approvalBy(`exception:${id}`, "match", amount, "admin2"),
];

describe("a payment that waits for a decision", () => {
  test("is decided once, by another user than its trader, with a note", async () => {
    const { id } = await mismatch();
    await refuses("wrong_state", [decide(id, { status: "dismissed", note: null })]);
    await refuses("wrong_state", [decide(id, { status: "dismissed", decidedBy: null })]);
    await refuses("wrong_state", [decide(id, { status: "dismissed", version: 1 })]);
    await refuses("wrong_state", [decide(id, { status: "open" })]);
    await refuses("wrong_state", [decide(id, { status: "refunded", creditedCents: 1_200 })]);
    await refuses("own_account", [decide(id, { status: "dismissed", decidedBy: trader })]);
    await db.write([decide(id, { status: "dismissed" })]);
    await refuses("wrong_state", [decide(id, { status: "refunded", version: 3 })]);
    await refuses("ledger_append_only", [db.query.delete(paymentExceptions).where(eq(paymentExceptions.id, id))]);
  });

  test("is matched by two admins who agree on the amount, and with that amount credited to its trader", async () => {
    const { id } = await mismatch();
    const matched = decide(id, { status: "matched", creditedCents: 1_200 });
    await refuses("wrong_state", [decide(id, { status: "matched" })]);
    await refuses("approvals_missing", [...credit(`exception:${id}`, 1_200), matched]);
    await db.write([approvalBy(`exception:${id}`, "match", "1200")]);
    await refuses("approvals_missing", [...credit(`exception:${id}`, 1_200), matched]);
    await db.write([approvalBy(`exception:${id}`, "match", "1200", "admin2")]);
    await refuses("matched_without_transfer", [matched]);
    await refuses("matched_without_transfer", [...credit(`exception:${id}`, 1_300), matched]);
    await refuses("matched_without_transfer", [...credit(`exception:${id}`, 1_200, "admin2"), matched]);
    const more = decide(id, { status: "matched", creditedCents: 1_300 });
    await refuses("approvals_missing", [...credit(`exception:${id}`, 1_300), more]);
    await db.write([...credit(`exception:${id}`, 1_200), matched]);
  });

  test("is not credited again through its deposit, nor its deposit through the payment", async () => {
    const { id, depositId } = await mismatch();
    const pay = db.query
      .update(deposits)
      .set({ status: "paid", paidAtMs: NOW, settlementHash: `settled ${id}` })
      .where(eq(deposits.id, depositId));
    await refuses("settlement_used", [...credit(`deposit:${depositId}`, 2_000), pay]);

    const late = await mismatch();
    const hash = `other ${late.id}`;
    await db.write([
      ...credit(`deposit:${late.depositId}`, 2_000),
      db.query
        .update(deposits)
        .set({ status: "paid", paidAtMs: NOW, settlementHash: hash })
        .where(eq(deposits.id, late.depositId)),
      exception(`again ${late.id}`, late.depositId, hash),
    ]);
    const again = `again ${late.id}`;
    await refuses("credited_twice", [
      ...matchApprovals(again, "1200"),
      ...credit(`exception:${again}`, 1_200),
      decide(again, { status: "matched", creditedCents: 1_200 }),
    ]);
  });
});

describe("a deposit marked paid by hand", () => {
  const marked = (depositId: string, hash: string, change: object = {}) =>
    db.query
      .update(deposits)
      .set({ status: "paid", paidAtMs: NOW, settlementHash: hash, bankReference: "FT 7", ...change })
      .where(eq(deposits.id, depositId));

  test("needs two admins' approvals of its reference and its settlement", async () => {
    const depositId = await openCode();
    const hash = `by hand ${depositId}`;
    const act = () => [...credit(`deposit:${depositId}`, 2_000), marked(depositId, hash)];
    await refuses("approvals_missing", act());
    await db.write([approvalBy(`deposit:${depositId}`, "mark_paid", `FT 7 ${hash}`)]);
    await refuses("approvals_missing", act());
    await db.write([approvalBy(`deposit:${depositId}`, "mark_paid", `FT 7 ${hash}`, "admin2")]);
    await refuses("approvals_missing", [...credit(`deposit:${depositId}`, 2_000), marked(depositId, "another hash")]);
    await db.write(act());
    await refuses("approvals_missing", [
      db.query.update(deposits).set({ bankReference: "FT 8" }).where(eq(deposits.id, depositId)),
    ]);
  });

  test("is refused while a payment for its code waits, and once it was matched", async () => {
    const { depositId, id } = await mismatch();
    const hash = `by hand ${depositId}`;
    const agreed = ["admin1", "admin2"].map((admin) =>
      approvalBy(`deposit:${depositId}`, "mark_paid", `FT 9 ${hash}`, admin),
    );
    const act = [...credit(`deposit:${depositId}`, 2_000), marked(depositId, hash, { bankReference: "FT 9" })];
    await refuses("payment_waits", agreed);
    await refuses("payment_waits", act);
    await db.write([
      ...matchApprovals(id, "1200"),
      ...credit(`exception:${id}`, 1_200),
      decide(id, { status: "matched", creditedCents: 1_200 }),
    ]);
    await refuses("credited_twice", act);
    await refuses("wrong_state", [...agreed, marked(depositId, hash, { bankReference: "FT 9" })]);
    const [[paid]] = await db.read([db.query.select().from(deposits).where(eq(deposits.id, depositId))]);
    expect(paid).toMatchObject({
      status: "paid",
      amountCents: 2_000,
      paidCents: 1_200,
      paidAtMs: NOW,
      settlementHash: `settled ${id}`,
    });
  });

  test("was agreed on before a payment came: the payment is decided about instead", async () => {
    const depositId = await openCode();
    const hash = `by hand ${depositId}`;
    await db.write([
      approvalBy(`deposit:${depositId}`, "mark_paid", `FT 10 ${hash}`),
      approvalBy(`deposit:${depositId}`, "mark_paid", `FT 10 ${hash}`, "admin2"),
      exception(crypto.randomUUID(), depositId),
    ]);
    const act = [...credit(`deposit:${depositId}`, 2_000), marked(depositId, hash, { bankReference: "FT 10" })];
    await refuses("payment_waits", act);
  });

  test("has a reference that no other credit and no refund has, however it is typed", async () => {
    const byHand = async (reference: string, hash: string) => {
      const depositId = await openCode();
      const agreed = ["admin1", "admin2"].map((admin) =>
        approvalBy(`deposit:${depositId}`, "mark_paid", `${reference} ${hash}`, admin),
      );
      return [
        ...agreed,
        ...credit(`deposit:${depositId}`, 2_000),
        marked(depositId, hash, { bankReference: reference }),
      ];
    };
    const { id } = await mismatch();
    const hash = `h${crypto.randomUUID()}`;
    await db.write(await byHand("FT 2634 A", hash));
    for (const reference of ["FT 2634 A", "ft2634a", "Ft 2634A"]) {
      await refuses("settlement_used", await byHand(reference, crypto.randomUUID()));
    }
    await refuses("settlement_used", await byHand(hash, crypto.randomUUID()));
    await refuses("settlement_used", await byHand("FT 11", "ft2634a"));
    await refuses("settlement_used", refund(id, 1_200, "FT2634 a"));
    await db.write(refund(id, 1_200, "RF 1"));
    await refuses("settlement_used", await byHand("rf1", crypto.randomUUID()));
  });
});

/** Both admins' approvals of a refund, and the refund. */
const refund = (id: string, refundedCents: number, refundReference: string) => [
  ...["admin1", "admin2"].map((admin) =>
    approvalBy(`refund:${id}`, "approve", `${refundedCents} ${refundReference}`, admin),
  ),
  decide(id, { status: "refunded", refundedCents, refundReference }),
];

describe("a refund", () => {
  test("has its sum and the bank's reference, and two admins agree on both", async () => {
    const { id } = await mismatch();
    const refunded = (values: object) => decide(id, { status: "refunded", ...values });
    await refuses("approvals_missing", [refunded({})]);
    await refuses("approvals_missing", [refunded({ refundedCents: 1_200, refundReference: "RF 2" })]);
    await db.write([approvalBy(`refund:${id}`, "approve", "1200 RF 2")]);
    await refuses("approvals_missing", [refunded({ refundedCents: 1_200, refundReference: "RF 2" })]);
    await refuses("approval_differs", [approvalBy(`refund:${id}`, "approve", "1100 RF 2", "admin2")]);
    await db.write([approvalBy(`refund:${id}`, "approve", "1200 RF 2", "admin2")]);
    await refuses("approvals_missing", [refunded({ refundedCents: 1_100, refundReference: "RF 2" })]);
    await refuses("wrong_state", [decide(id, { status: "dismissed", refundedCents: 1_200, refundReference: "RF 2" })]);
    await db.write([refunded({ refundedCents: 1_200, refundReference: "RF 2" })]);
    await refuses("wrong_state", [refunded({ refundedCents: 1, refundReference: "RF 3", version: 3 })]);
    await refuses("wrong_state", [approvalBy(`refund:${id}`, "approve", "1200 RF 2", "admin3")]);
  });

  test("is at most what came, and nothing of a payment that was credited", async () => {
    for (const sum of [0, 1_301]) {
      await refuses("refunded_more_than_came", refund((await mismatch()).id, sum, `RF ${sum}`));
    }
    const { id } = await mismatch();
    await db.write([
      ...matchApprovals(id, "1200"),
      ...credit(`exception:${id}`, 1_200),
      decide(id, { status: "matched", creditedCents: 1_200 }),
    ]);
    await refuses("wrong_state", refund(id, 1_200, "RF 4"));

    const [depositId, again] = [await openCode(), crypto.randomUUID()];
    const hash = `settled by ${depositId}`;
    await db.write([
      ...credit(`deposit:${depositId}`, 2_000),
      db.query
        .update(deposits)
        .set({ status: "paid", paidAtMs: NOW, settlementHash: hash })
        .where(eq(deposits.id, depositId)),
      exception(again, await openCode(), hash),
    ]);
    await refuses("settlement_used", refund(again, 1_200, "RF 5"));
  });
});
