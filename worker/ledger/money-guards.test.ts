import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import type { GuardName } from "../../db/guard-names.ts";
import {
  approvals,
  deposits,
  images,
  pauses,
  paymentExceptions,
  secondFactors,
  users,
  withdrawalImages,
  withdrawals,
} from "../../db/schema/index.ts";
import { behindTriggers, setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson, creditTrader, verifyTrader } from "../../dev/test/test-money.ts";
import { giveRole } from "../admin/users/user-admin-store.ts";
import { cents } from "../contract/money.ts";
import { DAY_MS } from "../contract/time.ts";
import { submitIdentity } from "../identity/identity-store.ts";
import { guardNameOf, refusedBy } from "../platform/database-refusal.ts";
import { approveWithdrawal, completeWithdrawal, rejectWithdrawal } from "../withdrawals/withdrawal-store.ts";
import { checkLedger } from "./check-ledger.ts";
import { postTransfer } from "./post-transfer.ts";

/** What the database refuses by itself, when statements come to it that no verb of ours would send. */

setDefaultTimeout(600_000);

const database = setUpDatabase();
let db: Database;
const NOW = 100 * DAY_MS;
/** Each test has a trader of its own, who has 20,000 dollars; the desk has money too. */
let people = 0;
let trader = "";
beforeAll(async () => {
  db = database.db;
  for (const id of ["desk1", "desk2", "desk3"]) await addPerson(db, id, "admin");
  await creditTrader(db, "desk1", 10_000);
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
/** A request as the product makes it, with other terms. */
const request = (terms: Terms = {}, id: string = crypto.randomUUID()) => [
  ...hold(id, terms),
  db.query.insert(withdrawals).values(row(id, terms)),
];
const standing = async (terms: Terms = {}) => {
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
const word = (subject: string, act: "approve" | "complete" | "mark_paid" | "match", detail = "", adminId = "desk1") =>
  db.query.insert(approvals).values({ subject, act, adminId, detail, atMs: NOW });
const words = ({ id }: Row, act: "approve" | "complete", detail = "") => word(`withdrawal:${id}`, act, detail);
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
    uploadedBy: "desk1",
    createdAtMs: NOW,
  });
const proof = ({ id }: Row, filename: string = crypto.randomUUID()) => [
  image(filename),
  db.query
    .insert(withdrawalImages)
    .values({ filename, withdrawalId: id, kind: "proof", message: "", uploadedAtMs: NOW }),
];
const approve = (one: Row, decidedBy = "desk1", atMs = NOW) => approveWithdrawal(db.query, one, { decidedBy }, atMs);
const complete = (one: Row, paymentId: string, decidedBy = "desk1") =>
  completeWithdrawal(db.query, one, { decidedBy, paymentId }, NOW);
const reject = (one: Row, decidedBy = "desk1") =>
  rejectWithdrawal(db.query, one, { decidedBy, reason: "other", notes: "No" }, NOW);
const approved = async (terms: Terms = {}) => {
  const one = await standing(terms);
  await db.write([words(one, "approve"), word(`withdrawal:${one.id}`, "approve", "", "desk2"), ...approve(one)]);
  return read(one.id);
};
const completed = async () => {
  const one = await approved();
  await db.write([words(one, "complete", `pay ${one.id}`), ...proof(one), ...complete(one, `pay ${one.id}`)]);
  return read(one.id);
};
const rejected = async () => {
  const one = await standing();
  await db.write(reject(one));
  return read(one.id);
};
const set = (one: Row, change: Terms) =>
  db.query
    .update(withdrawals)
    .set({ version: one.version + 1, decidedBy: "desk1", ...change })
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
  test("begins as pending, at its first version, with one or two admins to agree", async () => {
    await refuses("wrong_state", request({ status: "approved" }));
    await refuses("wrong_state", request({ version: 2 }));
    await refuses("wrong_state", request({ approvalsNeeded: 0 }));
    await refuses("wrong_state", request({ approvalsNeeded: 3 }));
    await db.write(request());
  });

  test("stands on money that is held for it, and for nothing else", async () => {
    const id = crypto.randomUUID();
    await refuses("withdrawal_without_transfer", [db.query.insert(withdrawals).values(row(id))]);
    const less = [...hold(id, { amountCents: 999 }), db.query.insert(withdrawals).values(row(id))];
    await refuses("withdrawal_without_transfer", less);
    const anothers = [...hold(id, { userId: "desk1" }), db.query.insert(withdrawals).values(row(id))];
    await refuses("withdrawal_without_transfer", anothers);
    await refuses("insufficient_funds", hold(id, { amountCents: 2_000_001 }));
  });

  test("is one of five that wait, within ten thousand dollars in a day", async () => {
    await standing({ amountCents: 500_000 });
    await refuses("over_daily_sum", request({ amountCents: 500_001 }));
    await refuses("over_daily_sum", request({ amountCents: 500_001, createdAtMs: NOW + DAY_MS - 1 }));
    await standing({ amountCents: 500_001, createdAtMs: NOW + DAY_MS });
    for (let i = 0; i < 3; i++) await standing({ amountCents: 1, createdAtMs: NOW + 2 * DAY_MS });
    await refuses("too_many_pending", request({ amountCents: 1, createdAtMs: NOW + 2 * DAY_MS }));
  });

  test("has an amount, and a place where it goes", async () => {
    await refuses("over_daily_sum", request({ amountCents: 1_000_001 }));
    await refuses("withdrawals_destination", request({ bankName: null }));
    await refuses("withdrawals_destination", request({ accountId: null }));
    await refuses("withdrawals_destination", request({ paymentMethod: "KHQR", paymentImage: null }));
  });

  test.each([
    ["amountCents", 999],
    ["userId", "desk1"],
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
    const one = await standing();
    await refuses("withdrawal_terms_fixed", [
      db.query
        .update(withdrawals)
        .set({ [column]: value })
        .where(eq(withdrawals.id, one.id)),
    ]);
  });

  test("begins without what only an admin decides", async () => {
    for (const decided of [{ unverifiedReason: "known" }, { payerId: "desk1", paymentStartedAtMs: NOW }]) {
      await refuses("wrong_state", request(decided));
    }
  });

  test("never needs fewer admins than it did, nor more than two, nor others once it is decided", async () => {
    const needs = ({ id }: Row, approvalsNeeded: number) =>
      db.query.update(withdrawals).set({ approvalsNeeded }).where(eq(withdrawals.id, id));
    const [one, done, undone] = [await standing(), await completed(), await rejected()];
    await refuses("withdrawal_terms_fixed", [needs(one, 3)]);
    await refuses("withdrawal_terms_fixed", [needs(one, 0)]);
    await db.write([needs(one, 2)]);
    await refuses("withdrawal_terms_fixed", [needs(one, 1)]);
    for (const decided of [done, undone]) await refuses("withdrawal_terms_fixed", [needs(decided, 2)]);
  });

  test("is never removed", async () => {
    const one = await standing();
    await refuses("ledger_append_only", [db.query.delete(withdrawals).where(eq(withdrawals.id, one.id))]);
  });
});

describe("a withdrawal", () => {
  const states = { pending: () => standing(), approved: () => approved(), completed, rejected };
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

  test("is decided by somebody, on the version that they saw, and by its trader only as a cancellation", async () => {
    const one = await standing();
    await refuses("wrong_state", [set(one, { status: "approved", version: one.version })]);
    await refuses("wrong_state", [set(one, { status: "approved", version: one.version + 2 })]);
    await refuses("wrong_state", [set(one, { status: "approved", decidedBy: null })]);
    await refuses("own_account", reject(one, trader));
    const waiting = await approved();
    await refuses("wrong_state", [set(waiting, { status: "rejected", cancelledByUser: true, decidedBy: trader })]);
    for (const stranger of ["desk1", "someone"]) {
      if (stranger === "someone") await addPerson(db, stranger);
      await refuses(
        "wrong_state",
        rejectWithdrawal(db.query, one, { decidedBy: stranger, cancelledByUser: true }, NOW),
      );
    }
    await refuses("not_an_admin", reject(one, "someone"));
    await refuses("not_an_admin", [words(one, "approve"), ...approve(one, "someone")]);
    await db.write(rejectWithdrawal(db.query, one, { decidedBy: trader, cancelledByUser: true }, NOW));
  });

  test("cannot be decided a second time by the same statements", async () => {
    for (const one of [await completed(), await rejected()]) {
      await refuses("wrong_state", reject(one));
      await refuses("wrong_state", approve(one));
      await refuses("wrong_state", complete(one, "again"));
    }
    const stale = await standing();
    await db.write([words(stale, "approve"), ...approve(stale)]);
    await refuses("wrong_state", reject(stale));
  });

  test("is not approved before the hour that it waits for", async () => {
    const one = await standing({ approvableAtMs: NOW + 1 });
    await refuses("withdrawal_on_hold", [words(one, "approve"), ...approve(one)]);
    const ready = await standing({ approvableAtMs: NOW });
    await db.write([words(ready, "approve"), ...approve(ready)]);
  });

  test("is not approved in the day after a change of the account's security that came later", async () => {
    const one = await standing();
    const changed = (securityChangedAtMs: number) =>
      db.query.update(users).set({ securityChangedAtMs }).where(eq(users.id, trader));
    await db.write([changed(NOW + 1)]);
    await refuses("withdrawal_on_hold", [words(one, "approve"), ...approve(one, "desk1", NOW + DAY_MS)]);
    await db.write([words(one, "approve"), ...approve(one, "desk1", NOW + DAY_MS + 1)]);
    // The money is on its way: what comes after the approval holds it no more.
    await db.write([changed(NOW + 2 * DAY_MS)]);
    const next = await read(one.id);
    await db.write([words(next, "complete", "late"), ...proof(next), ...complete(next, "late")]);
  });

  test("waits for as many words as it needs, and those for another payment count for nothing", async () => {
    const one = await standing({ approvalsNeeded: 2 });
    await refuses("approvals_missing", approve(one));
    await db.write([words(one, "approve")]);
    await refuses("approvals_missing", approve(one));
    await db.write([word(`withdrawal:${one.id}`, "approve", "", "desk2"), ...approve(one)]);

    const next = await read(one.id);
    await db.write([...proof(next), words(next, "complete", "pay 1")]);
    await refuses("approvals_missing", complete(next, "pay 1"));
    await db.write([word(`withdrawal:${next.id}`, "complete", "pay 1", "desk2")]);
    await refuses("approvals_missing", complete(next, "pay 2"));
    await db.write(complete(next, "pay 1"));
  });

  test("is completed with one proof, and a payment that no other has", async () => {
    const [one, other] = [await approved(), await approved()];
    await refuses("proof_missing", [words(one, "complete", "pay"), ...complete(one, "pay")]);
    await refuses("UNIQUE withdrawal_images.withdrawal_id", [...proof(one), ...proof(one)]);
    await db.write([words(one, "complete", "pay"), ...proof(one), ...complete(one, "pay")]);
    await refuses("UNIQUE withdrawals.payment_id", [
      words(other, "complete", "pay"),
      ...proof(other),
      ...complete(other, "pay"),
    ]);
    const early = db.query.update(withdrawals).set({ paymentId: "early" }).where(eq(withdrawals.id, other.id));
    await refuses("withdrawal_terms_fixed", [early]);
    const error = await behindTriggers(db, ["withdrawals_decision_fixed"], [early]).catch((caught: unknown) => caught);
    expect(guardNameOf(error)).toBe("withdrawals_paid_out");
  });

  test.each<[string, Terms]>([
    ["its payment", { paymentId: "another payment" }],
    ["who decided", { decidedBy: "desk2" }],
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

  test("ends only with the money moved", async () => {
    const one = await approved();
    const dates = { completedAtMs: NOW, paymentId: "unmoved" };
    await refuses("withdrawal_without_transfer", [
      words(one, "complete", "unmoved"),
      ...proof(one),
      set(one, { status: "completed", ...dates }),
    ]);
    await refuses("withdrawal_without_transfer", [set(one, { status: "rejected", rejectedAtMs: NOW })]);
  });

  test("is neither asked for, approved nor completed during a pause, but given back", async () => {
    const [asked, waiting, refused] = [await standing(), await approved(), await standing()];
    await db.write([db.query.insert(pauses).values({ what: "withdrawals", reason: "a test", sinceMs: 0 })]);
    await refuses("withdrawals_paused", request());
    await refuses("withdrawals_paused", [words(asked, "approve"), ...approve(asked)]);
    await refuses("withdrawals_paused", [
      words(waiting, "complete", "p"),
      ...proof(waiting),
      ...complete(waiting, "p"),
    ]);
    await db.write(reject(refused));
    await db.write(reject(waiting));
    await db.write([db.query.delete(pauses)]);
  });
});

describe("requests of one trader within 24 hours", () => {
  const SUM = { secondAdminAboveCents: 100_000 };
  const needsOf = async (...rows: Row[]) => Promise.all(rows.map(async ({ id }) => (await read(id)).approvalsNeeded));

  test("add up: above the sum those that nobody decided take two admins, whatever was written", async () => {
    const one = await standing({ ...SUM, amountCents: 60_000 });
    const two = await standing({ ...SUM, amountCents: 40_000 });
    expect(await needsOf(one, two)).toEqual([1, 1]);
    const three = await standing({ ...SUM, amountCents: 1 });
    expect(await needsOf(one, two, three)).toEqual([2, 2, 2]);
    await refuses("approvals_missing", [words(one, "approve"), ...approve(one)]);
  });

  test("count from 24 hours before the newest on, to the millisecond, also with clocks that differ", async () => {
    const one = await standing({ ...SUM, amountCents: 60_000 });
    const dayLater = await standing({ ...SUM, amountCents: 60_000, createdAtMs: NOW + DAY_MS });
    expect(await needsOf(one, dayLater)).toEqual([1, 1]);
    const within = await standing({ ...SUM, amountCents: 40_001, createdAtMs: NOW + DAY_MS - 1 });
    expect(await needsOf(one, dayLater, within)).toEqual([2, 2, 2]);
  });

  test("count when they are approved or paid, and not when they were rejected or cancelled", async () => {
    const gone = await standing({ ...SUM, amountCents: 90_000 });
    await db.write(reject(gone));
    const cancelled = await standing({ ...SUM, amountCents: 90_000 });
    await db.write(rejectWithdrawal(db.query, cancelled, { decidedBy: trader, cancelledByUser: true }, NOW));
    const done = await approved({ ...SUM, amountCents: 60_000 });
    expect(await needsOf(done)).toEqual([1]);
    const next = await standing({ ...SUM, amountCents: 60_000 });
    // What was approved by one stays so: only what nobody has decided is raised.
    expect(await needsOf(done, next)).toEqual([1, 2]);
  });

  test("are nobody else's", async () => {
    const one = await standing({ ...SUM, amountCents: 60_000 });
    const other = await standing({ ...SUM, amountCents: 60_000, userId: "desk1" });
    expect(await needsOf(one, other)).toEqual([1, 1]);
  });
});

describe("what one admin moves alone within 24 hours", () => {
  const SUM = { adminAloneCentsMax: 100_000 };
  /** Another admin in each test, as what one has moved stays. */
  let mover = "";
  beforeEach(async () => {
    mover = `mover${people}`;
    await addPerson(db, mover, "admin");
  });
  const wordAt = ({ id }: Row, act: "approve" | "complete", adminId: string, atMs: number, detail = "") =>
    db.query.insert(approvals).values({ subject: `withdrawal:${id}`, act, adminId, detail, atMs });
  const approveAlone = (one: Row, by = mover, atMs = NOW) => [
    wordAt(one, "approve", by, atMs),
    ...approve(one, by, atMs),
  ];
  const completeAlone = (one: Row, by = mover, atMs = NOW) => [
    wordAt(one, "complete", by, atMs, `pay ${one.id}`),
    ...proof(one),
    ...completeWithdrawal(db.query, one, { decidedBy: by, paymentId: `pay ${one.id}` }, atMs),
  ];
  const asks = (amountCents: number) => standing({ ...SUM, amountCents });

  test("has an end, to the cent, and to the millisecond of the 24 hours", async () => {
    await db.write(approveAlone(await asks(60_000)));
    await refuses("second_admin_needed", approveAlone(await asks(40_001)));
    const last = await asks(40_000);
    await db.write(approveAlone(last));
    const next = await asks(60_001);
    await refuses("second_admin_needed", approveAlone(next, mover, NOW + DAY_MS - 1));
    await db.write(approveAlone(next, mover, NOW + DAY_MS));
  });

  test("is the same whether they approve or complete, and one withdrawal counts once", async () => {
    const [own, others] = [await asks(60_000), await asks(40_000)];
    await db.write([...approveAlone(own), ...approveAlone(others, "desk2")]);
    await db.write(completeAlone(await read(others.id)));
    await refuses("second_admin_needed", approveAlone(await asks(1)));
    await db.write(completeAlone(await read(own.id)));
    const more = await asks(1);
    await db.write(approveAlone(more, "desk3"));
    await refuses("second_admin_needed", completeAlone(await read(more.id)));
  });

  test("counts again when it is completed a day after its approval", async () => {
    const one = await asks(60_000);
    await db.write(approveAlone(one));
    await db.write(completeAlone(await read(one.id), mover, NOW + DAY_MS));
    await refuses("second_admin_needed", approveAlone(await asks(40_001), mover, NOW + DAY_MS));
  });

  test("is not what two agreed to, nor what was rejected afterwards, nor what a colleague moved", async () => {
    const [two, undone, theirs] = [await asks(90_000), await asks(90_000), await asks(90_000)];
    await db.write([wordAt(two, "approve", "desk2", NOW), ...approveAlone(two)]);
    await db.write(approveAlone(undone));
    await db.write(reject(await read(undone.id), mover));
    await db.write(approveAlone(theirs, "desk3"));
    await db.write(approveAlone(await asks(100_000)));
  });

  test("is also what a colleague said was paid and took back: the other moved it alone", async () => {
    const colleague = `colleague${people}`;
    await addPerson(db, colleague, "admin");
    const one = await asks(60_000);
    await db.write(approveAlone(one, "desk2"));
    const next = await read(one.id);
    const pay = db.query.update(withdrawals).set({ payerId: mover, paymentStartedAtMs: NOW });
    const back = db.query.insert(approvals);
    await db.write([
      wordAt(next, "complete", colleague, NOW - 2, "a mistake"),
      pay.where(eq(withdrawals.id, one.id)),
      back.values({ subject: `rejection:${one.id}`, act: "approve", adminId: colleague, detail: "", atMs: NOW - 1 }),
    ]);
    await db.write(completeAlone(next));
    await refuses("second_admin_needed", approveAlone(await asks(40_001)));
    await db.write(approveAlone(await asks(100_000), colleague));
  });

  test("is looked up by the admin's own acts of the day", async () => {
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
    approveWithdrawal(db.query, one, { decidedBy: "desk1", unverifiedPayout }, NOW);
  const unverified = async () => {
    const userId = `unknown${people}`;
    await addPerson(db, userId);
    await creditTrader(db, userId, 100);
    return await standing({ userId });
  };

  test("has nothing approved without a reason, which is written while it is pending", async () => {
    const one = await unverified();
    await refuses("identity_not_verified", [words(one, "approve"), ...approve(one)]);
    await refuses("withdrawal_terms_fixed", [because(one, "")]);
    await db.write([because(one, "Known to us for years"), words(one, "approve"), ...approveUnder(one, "with_reason")]);
    await refuses("withdrawal_terms_fixed", [because(one, "Another one")]);
    await refuses("withdrawal_terms_fixed", [because(one, null)]);
  });

  test("has nothing approved with a reason of before, once the operator refuses it", async () => {
    const one = await unverified();
    await db.write([because(one, "Known to us for years"), words(one, "approve")]);
    await refuses("identity_not_verified", approve(one));
    await refuses("identity_not_verified", approveUnder(one, "refused"));
    await db.write(approveUnder(one, "with_reason"));
  });

  test("has what the operator allowed written with the approval, and at no other time", async () => {
    const allow = ({ id }: Row, unverifiedPayout: "refused" | "with_reason" | null) =>
      db.query.update(withdrawals).set({ unverifiedPayout }).where(eq(withdrawals.id, id));
    await refuses("wrong_state", request({ unverifiedPayout: "with_reason" }));
    const one = await unverified();
    await refuses("withdrawal_terms_fixed", [allow(one, "with_reason")]);
    await db.write([because(one, "Known"), words(one, "approve"), ...approveUnder(one, "with_reason")]);
    await refuses("withdrawal_terms_fixed", [allow(one, "refused")]);
  });

  test("is somebody whose ID card waits, too, and has requests rejected", async () => {
    const one = await unverified();
    const card = image("card", "id_card", one.userId);
    await db.write([card, ...submitIdentity(db.query, { userId: one.userId, image: "card", seenVersion: 0 }, NOW)]);
    await refuses("identity_not_verified", [words(one, "approve"), ...approve(one)]);
    await db.write(reject(one));
  });
});

describe("a withdrawal that an admin is paying", () => {
  const pays = ({ id }: Row, payerId: string | null, paymentStartedAtMs: number | null = payerId ? NOW : null) =>
    db.query.update(withdrawals).set({ payerId, paymentStartedAtMs }).where(eq(withdrawals.id, id));
  const agrees = ({ id }: Row, adminId: string, atMs = NOW) =>
    db.query.insert(approvals).values({ subject: `rejection:${id}`, act: "approve", adminId, detail: "", atMs });

  test("is an approved one that nobody pays yet, of somebody else, and paid by an admin", async () => {
    const [asked, done, one] = [await standing(), await completed(), await approved()];
    for (const other of [asked, done]) await refuses("wrong_state", [pays(other, "desk1")]);
    await refuses("wrong_state", [pays(one, "desk1", null)]);
    await refuses("own_account", [pays(one, trader)]);
    const stranger = `stranger${people}`;
    await addPerson(db, stranger);
    await refuses("not_an_admin", [pays(one, stranger)]);
    await db.write([pays(one, "desk1")]);
    await refuses("wrong_state", [pays(one, "desk2")]);
    await db.write([pays(one, null)]);
    await db.write([pays(one, "desk2")]);
  });

  test("is not begun during a pause, or for a frozen account", async () => {
    const one = await approved();
    await db.write([db.query.insert(pauses).values({ what: "withdrawals", reason: "a test", sinceMs: 0 })]);
    await refuses("withdrawals_paused", [pays(one, "desk1")]);
    await db.write([db.query.delete(pauses)]);
    const frozen = { frozenAtMs: NOW, frozenBy: "desk1", frozenReason: "a test", adminVersion: 2 };
    await db.write([db.query.update(users).set(frozen).where(eq(users.id, trader))]);
    await refuses("owner_frozen", [pays(one, "desk1")]);
  });

  test("is rejected by its payer, or by two others who agree since the payment began", async () => {
    const one = await approved();
    await refuses("wrong_state", [agrees(one, "desk2")]);
    await db.write([pays(one, "desk1")]);
    await refuses("approvals_missing", reject(one, "desk2"));
    await refuses("wrong_state", [agrees(one, "desk1")]);
    await refuses("own_account", [agrees(one, trader)]);
    await db.write([agrees(one, "desk2", NOW - 1), agrees(one, "desk3")]);
    await refuses("approvals_missing", reject(one, "desk3"));
    const said = eq(approvals.subject, `rejection:${one.id}`);
    await db.write([db.query.update(approvals).set({ atMs: NOW }).where(said), ...reject(one, "desk3")]);

    const own = await approved();
    await db.write([pays(own, "desk1")]);
    await db.write(reject(own, "desk1"));
  });

  test("is completed with a proof that is newer than every agreement to reject it", async () => {
    const one = await approved();
    const paid = complete(one, "pay late");
    await db.write([pays(one, "desk1"), ...proof(one), agrees(one, "desk2", NOW)]);
    await refuses("proof_missing", [words(one, "complete", "pay late"), ...paid]);
    const newer = db.query.update(withdrawalImages).set({ uploadedAtMs: NOW + 1 });
    await db.write([
      newer.where(eq(withdrawalImages.withdrawalId, one.id)),
      words(one, "complete", "pay late"),
      ...paid,
    ]);
  });
});

describe("an account whose balance differs from its records", () => {
  const drift = async (change: Statement) => {
    await behindTriggers(db, ["accounts_follow_entries", "entries_append_only", "deposits_payment_fixed"], [change]);
  };

  test("has nothing approved or completed, however quiet it was", async () => {
    const [asked, waiting] = [await standing(), await approved()];
    for (const kind of ["available", "held"]) {
      const account = `${kind}:${trader}`;
      const off = (by: number) =>
        db.query.run(sql`UPDATE accounts SET balance_cents = balance_cents + ${by} WHERE id = ${account}`);
      await drift(off(1));
      for (const act of [
        [words(asked, "approve"), ...approve(asked)],
        [words(waiting, "complete", "p"), ...proof(waiting), ...complete(waiting, "p")],
      ]) {
        const error = await db.write(act).catch((caught: unknown) => caught);
        expect(refusedBy(error, "balance_differs")).toBe(true);
      }
      await drift(off(-1));
    }
    await db.write([words(asked, "approve"), ...approve(asked)]);
    await db.write([words(waiting, "complete", "p"), ...proof(waiting), ...complete(waiting, "p")]);
  });
});

describe("an admin's word", () => {
  test("comes from an admin, about somebody else's money", async () => {
    const own = await standing({ userId: "desk1" });
    const id = await creditTrader(db, "desk1", 50);
    await db.write([exception("own-exception", id)]);
    await refuses("own_account", [words(own, "approve")]);
    await refuses("own_account", [word(`deposit:${id}`, "mark_paid")]);
    await refuses("own_account", [word("exception:own-exception", "match")]);
    await refuses("not_an_admin", [word("withdrawal:x", "approve", "", trader)]);
    await db.write([word(`withdrawal:${own.id}`, "approve", "", "desk2")]);
  });

  test("says the same as every other about one act, and is said once", async () => {
    const one = await approved({ approvalsNeeded: 2 });
    const subject = `withdrawal:${one.id}`;
    await db.write([word(subject, "complete", "pay 1")]);
    await refuses("approval_differs", [word(subject, "complete", "pay 2", "desk2")]);
    await refuses("UNIQUE approvals.subject, approvals.act, approvals.admin_id", [word(subject, "complete", "pay 1")]);
    await db.write([word(subject, "complete", "pay 1", "desk2")]);
    const change = db.query.update(approvals).set({ detail: "pay 3" }).where(eq(approvals.subject, subject));
    await refuses("approval_differs", [change]);
    for (const other of [{ adminId: "desk2" }, { subject: "withdrawal:x" }, { act: "approve" as const }]) {
      const moved = db.query.update(approvals).set(other).where(eq(approvals.subject, subject));
      await refuses("approval_terms_fixed", [moved]);
    }
  });

  test("is said while the act is to be done, neither before nor after, and never taken away", async () => {
    const [one, mismatches] = [await standing(), await mismatch()];
    await refuses("wrong_state", [words(one, "complete", "early")]);
    await db.write([words(one, "approve"), ...approve(one)]);
    const said = eq(approvals.subject, `withdrawal:${one.id}`);
    await refuses("wrong_state", [word(`withdrawal:${one.id}`, "approve", "", "desk2")]);
    await refuses("wrong_state", [db.query.update(approvals).set({ detail: "other" }).where(said)]);
    await refuses("ledger_append_only", [db.query.delete(approvals).where(said)]);
    const next = await read(one.id);
    await db.write([words(next, "complete", "pay once"), ...proof(next), ...complete(next, "pay once")]);
    await refuses("wrong_state", [word(`withdrawal:${one.id}`, "complete", "pay once", "desk2")]);
    await refuses("wrong_state", [word(`deposit:${await creditTrader(db, trader, 20)}`, "mark_paid", "x")]);
    await db.write([decide(mismatches.id, { status: "dismissed" })]);
    await refuses("wrong_state", [word(`exception:${mismatches.id}`, "match", "1200")]);
    await refuses("wrong_state", [word("withdrawal:nothing", "approve")]);
  });
});

describe("the word of somebody who became an admin or is none any more", () => {
  /** As a colleague does it. */
  const setRole = (userId: string, role: "admin" | "trader", atMs: number, by = "desk3") =>
    giveRole(db.query, { userId, role, by, atMs });
  async function appointed(id: string): Promise<void> {
    await addPerson(db, id);
    await db.write([
      db.query.update(users).set({ emailVerifiedAtMs: 1 }).where(eq(users.id, id)),
      db.query.insert(secondFactors).values({ userId: id, totpSecret: "A", createdAtMs: 0 }),
      setRole(id, "admin", NOW),
    ]);
  }
  const wordAt = (subject: string, adminId: string, atMs: number) =>
    db.query.insert(approvals).values({ subject, act: "approve", adminId, detail: "", atMs });

  test("counts a day after a colleague made them one, and cannot be made to count earlier", async () => {
    await appointed("puppet");
    const one = await standing({ approvalsNeeded: 2 });
    const subject = `withdrawal:${one.id}`;
    await db.write([words(one, "approve")]);
    await refuses("admin_too_new", [
      wordAt(subject, "puppet", NOW + DAY_MS - 1),
      ...approve(one, "puppet", NOW + DAY_MS - 1),
    ]);
    const [older, owners] = [{ roleGivenAtMs: 0 }, { roleGivenBy: "desk1" }];
    for (const change of [older, owners]) {
      await refuses("role_terms_fixed", [db.query.update(users).set(change).where(eq(users.id, "puppet"))]);
    }
    await db.write([wordAt(subject, "puppet", NOW + DAY_MS), ...approve(one, "puppet", NOW + DAY_MS)]);
  });

  test("counts no more once the desk was taken from them, for a withdrawal, a payment and a deposit", async () => {
    await appointed("former");
    const [one, { id, depositId }] = [await standing({ approvalsNeeded: 2 }), await mismatch()];
    const hash = `by hand ${depositId}`;
    const agreed = (adminId: string, atMs: number) => [
      db.query.insert(approvals).values([
        { subject: `withdrawal:${one.id}`, act: "approve", adminId, detail: "", atMs },
        { subject: `exception:${id}`, act: "match", adminId, detail: "1200", atMs },
        { subject: `deposit:${depositId}`, act: "mark_paid", adminId, detail: `FT 7 ${hash}`, atMs },
      ]),
    ];
    const later = NOW + DAY_MS;
    await db.write(agreed("former", later));
    await db.write([setRole("former", "trader", later)]);
    await db.write(agreed("desk1", later));
    const acts = {
      approve: approve(one, "desk1", later),
      match: [...credit(`exception:${id}`, 1_200), decide(id, { status: "matched", creditedCents: 1_200 })],
      markPaid: [
        ...credit(`deposit:${depositId}`, 2_000),
        db.query
          .update(deposits)
          .set({ status: "paid", paidAtMs: later, settlementHash: hash, bankReference: "FT 7" })
          .where(eq(deposits.id, depositId)),
      ],
    };
    for (const act of Object.values(acts)) await refuses("approvals_missing", act);
    // Made an admin again they are a new one: what they said before says nothing.
    await db.write([setRole("former", "admin", later + 1)]);
    for (const act of Object.values(acts)) await refuses("approvals_missing", act);
    await db.write(agreed("desk2", later));
    for (const act of Object.values(acts)) await db.write(act);
  });

  test("does not bind those who stay", async () => {
    await appointed("mistaken");
    const one = await approved({ approvalsNeeded: 2 });
    const subject = `withdrawal:${one.id}`;
    const said = { subject, act: "complete" as const, detail: "pay wrong", adminId: "mistaken", atMs: NOW + DAY_MS };
    await db.write([db.query.insert(approvals).values(said)]);
    await refuses("approval_differs", [words(one, "complete", "pay right")]);
    await db.write([setRole("mistaken", "trader", NOW + DAY_MS)]);
    await db.write([words(one, "complete", "pay right")]);
  });
});

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
/** A deposit that nobody paid, and money that came for it and does not fit. */
async function mismatch(userId = trader): Promise<{ depositId: string; id: string }> {
  const [depositId, id] = [crypto.randomUUID(), crypto.randomUUID()];
  await db.write([
    db.query.insert(deposits).values({
      id: depositId,
      userId,
      amountCents: 2_000,
      status: "pending",
      qrString: depositId,
      md5Hash: depositId,
      billNumber: depositId,
      createdAtMs: NOW,
      updatedAtMs: NOW,
      expiresAtMs: NOW,
    }),
    exception(id, depositId),
  ]);
  return { depositId, id };
}
const credit = (reference: `exception:${string}` | `deposit:${string}`, amount: number, userId = trader) =>
  postTransfer(
    db.query,
    {
      kind: "deposit",
      reference,
      memo: "a test",
      actor: "desk1",
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
    .set({ decidedBy: "desk1", note: "Called the bank", decidedAtMs: NOW, version: 2, ...change })
    .where(eq(paymentExceptions.id, id));
const matchWords = (id: string, amount: string) => [
  word(`exception:${id}`, "match", amount),
  word(`exception:${id}`, "match", amount, "desk2"),
];

describe("money that waits for a person", () => {
  test("is decided once, by somebody else than its trader, with a note", async () => {
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

  test("is matched by two admins who mean the same sum, and with that sum credited to its trader", async () => {
    const { id } = await mismatch();
    const matched = decide(id, { status: "matched", creditedCents: 1_200 });
    await refuses("wrong_state", [decide(id, { status: "matched" })]);
    await refuses("approvals_missing", [...credit(`exception:${id}`, 1_200), matched]);
    await db.write([word(`exception:${id}`, "match", "1200")]);
    await refuses("approvals_missing", [...credit(`exception:${id}`, 1_200), matched]);
    await db.write([word(`exception:${id}`, "match", "1200", "desk2")]);
    await refuses("matched_without_transfer", [matched]);
    await refuses("matched_without_transfer", [...credit(`exception:${id}`, 1_300), matched]);
    await refuses("matched_without_transfer", [...credit(`exception:${id}`, 1_200, "desk2"), matched]);
    const more = decide(id, { status: "matched", creditedCents: 1_300 });
    await refuses("approvals_missing", [...credit(`exception:${id}`, 1_300), more]);
    await db.write([...credit(`exception:${id}`, 1_200), matched]);
  });

  test("is not credited a second time by its deposit, nor the deposit's by it", async () => {
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
    await refuses("settlement_used", [
      ...matchWords(again, "1200"),
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

  test("wants two admins' word for its reference and its settlement", async () => {
    const { depositId } = await mismatch();
    const hash = `by hand ${depositId}`;
    const act = () => [...credit(`deposit:${depositId}`, 2_000), marked(depositId, hash)];
    await refuses("approvals_missing", act());
    await db.write([word(`deposit:${depositId}`, "mark_paid", `FT 7 ${hash}`)]);
    await refuses("approvals_missing", act());
    await db.write([word(`deposit:${depositId}`, "mark_paid", `FT 7 ${hash}`, "desk2")]);
    await refuses("approvals_missing", [...credit(`deposit:${depositId}`, 2_000), marked(depositId, "another hash")]);
    await db.write(act());
    await refuses("approvals_missing", [
      db.query.update(deposits).set({ bankReference: "FT 8" }).where(eq(deposits.id, depositId)),
    ]);
  });
});
