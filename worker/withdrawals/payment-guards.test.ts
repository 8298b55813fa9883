import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, ne } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import type { GuardName } from "../../db/guard-names.ts";
import {
  approvals,
  images,
  secondFactors,
  users,
  withdrawalImages,
  withdrawalPauses,
  withdrawals,
} from "../../db/schema/index.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson, creditTrader, verifyTrader } from "../../dev/test/test-money.ts";
import { DAY_MS, HOUR_MS } from "../contract/time.ts";
import { checkLedger } from "../ledger/check-ledger.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { giveRole } from "../platform/user-store.ts";
import { approveWithdrawal, completeWithdrawal, insertWithdrawal, rejectWithdrawal } from "./withdrawal-store.ts";

/** The guards on who may pay a withdrawal, and when a pause ends: those of the database, with statements that no verb would send. */

setDefaultTimeout(600_000);

const database = setUpDatabase();
const NOW = Date.UTC(2026, 10, 21);
let db: Database;
let people = 0;
beforeAll(async () => {
  db = database.db;
  for (const id of ["dara", "maly", "vichea"]) await addPerson(db, id, "admin");
  // Whom the database takes for an admin who can log in, and so lets stay as the last one.
  await db.write([
    db.query.update(users).set({ emailVerifiedAtMs: 1 }).where(eq(users.id, "dara")),
    db.query.insert(secondFactors).values({ userId: "dara", totpSecret: "A", createdAtMs: 0 }),
  ]);
});

type Row = typeof withdrawals.$inferSelect;
const read = async (id: string): Promise<Row> => {
  const [[row]] = await db.read([db.query.select().from(withdrawals).where(eq(withdrawals.id, id))]);
  if (!row) throw new Error("there is no such withdrawal");
  return row;
};
async function requested(more: Partial<typeof withdrawals.$inferInsert> = {}): Promise<Row> {
  const userId = `trader${people++}`;
  await addPerson(db, userId);
  await creditTrader(db, userId, 1_000);
  await verifyTrader(db, userId);
  const row = {
    id: crypto.randomUUID(),
    userId,
    amountCents: 10_000,
    status: "pending" as const,
    approvalsNeeded: 1,
    paymentMethod: "Bank Transfer" as const,
    bankName: "ABA Bank",
    accountId: "1",
    requestMessage: "Rent",
    createdAtMs: NOW,
    updatedAtMs: NOW,
    ...more,
  };
  await db.write([...insertWithdrawal(db.query, row, userId)]);
  return read(row.id);
}
const agree = (subject: string, act: "approve" | "complete", adminId: string, detail = "", atMs = NOW) =>
  db.query.insert(approvals).values({ subject, act, adminId, detail, atMs });
async function approvedBy(...admins: [string, ...string[]]): Promise<Row> {
  const one = await requested({ approvalsNeeded: admins.length });
  await db.write([
    ...admins.map((admin) => agree(`withdrawal:${one.id}`, "approve", admin)),
    ...approveWithdrawal(db.query, one, { decidedBy: admins[0] }, NOW),
  ]);
  return read(one.id);
}
const pays = ({ id }: Row, payerId: string, more: Partial<Row> = {}) =>
  db.query
    .update(withdrawals)
    .set({ payerId, paymentStartedAtMs: NOW, ...more })
    .where(eq(withdrawals.id, id));
const takesOver = (one: Row, payerId: string, from: string, atMs: number) =>
  pays(one, payerId, { paymentStartedAtMs: atMs, payerBeforeId: from });
const stops = ({ id }: Row) =>
  db.query
    .update(withdrawals)
    .set({ payerId: null, paymentStartedAtMs: null, payerBeforeId: null, soleApproverPayout: null })
    .where(eq(withdrawals.id, id));
function completes(one: Row, admin: string, atMs = NOW): Statement[] {
  const filename = `${crypto.randomUUID()}.png`;
  const image = { contentType: "image/png" as const, sizeBytes: 1, widthPx: 20, heightPx: 20 };
  return [
    agree(`withdrawal:${one.id}`, "complete", admin, `FT ${one.id}`, atMs),
    db.query.insert(images).values({
      ...image,
      filename,
      userId: one.userId,
      purpose: "proof",
      objectKey: filename,
      uploadedBy: admin,
      createdAtMs: atMs,
    }),
    db.query
      .insert(withdrawalImages)
      .values({ filename, withdrawalId: one.id, kind: "proof", message: "", uploadedAtMs: atMs }),
    ...completeWithdrawal(db.query, one, { decidedBy: admin, paymentId: `FT ${one.id}` }, atMs),
  ];
}
const rejects = (one: Row, decidedBy: string) =>
  rejectWithdrawal(db.query, one, { decidedBy, reason: "other", notes: "No" }, NOW);

const setRole = (userId: string, role: "admin" | "trader", by = "system") =>
  giveRole(db.query, { userId, role, by, atMs: NOW });

async function refuses(guard: GuardName, statements: readonly Statement[]): Promise<void> {
  const error = await db.write(statements).then(
    () => new Error("it was written"),
    (caught: unknown) => caught,
  );
  if (!refusedBy(error, guard)) throw error;
  expect(await checkLedger(db)).toMatchObject({ isClean: true });
}

describe("an approved withdrawal", () => {
  test("is not completed before its payment was started, nor by another admin than its payer", async () => {
    const one = await approvedBy("dara");
    await refuses("wrong_state", completes(one, "maly"));
    await refuses("wrong_state", completeWithdrawal(db.query, one, { decidedBy: "maly", paymentId: "FT" }, NOW));
    await db.write([pays(one, "maly")]);
    await refuses("approvals_missing", completes(one, "dara"));
    await db.write(completes(one, "maly"));
  });

  test("is not paid by its only approver, unless the operator allows it", async () => {
    const one = await approvedBy("dara");
    await refuses("second_admin_needed", [pays(one, "dara")]);
    await refuses("second_admin_needed", [pays(one, "dara", { soleApproverPayout: "refused" })]);
    await db.write([pays(one, "dara", { soleApproverPayout: "allowed" })]);
    await db.write(completes(one, "dara"));
  });

  test("of two approvers is paid and completed by one of them, or by a third admin", async () => {
    for (const payer of ["dara", "vichea"]) {
      const one = await approvedBy("dara", "maly");
      await db.write([pays(one, payer)]);
      await db.write(completes(one, payer));
    }
  });

  test("is not paid by the approver who is left, once the other one is no admin", async () => {
    await addPerson(db, "leaving", "admin");
    const one = await approvedBy("dara", "leaving");
    await db.write([setRole("leaving", "trader")]);
    await refuses("second_admin_needed", [pays(one, "dara", { soleApproverPayout: "allowed" })]);
    await db.write([pays(one, "maly")]);
  });

  test("is not paid by an admin whose approvals do not count yet", async () => {
    await addPerson(db, "newcomer");
    await db.write([
      db.query.update(users).set({ emailVerifiedAtMs: 1 }).where(eq(users.id, "newcomer")),
      db.query.insert(secondFactors).values({ userId: "newcomer", totpSecret: "A", createdAtMs: 0 }),
      ...["dara", "maly"].map((admin) => agree("appointment:newcomer:1", "approve", admin)),
      setRole("newcomer", "admin", "dara"),
    ]);
    const one = await approvedBy("dara");
    await refuses("admin_too_new", [pays(one, "newcomer", { paymentStartedAtMs: NOW + DAY_MS - 1 })]);
    await db.write([pays(one, "newcomer", { paymentStartedAtMs: NOW + DAY_MS })]);
  });
});

describe("a payment that is under way", () => {
  test("is taken over an hour after it was started, not earlier, and with the name of the admin before", async () => {
    const one = await approvedBy("dara");
    await db.write([pays(one, "maly")]);
    await refuses("wrong_state", [takesOver(one, "vichea", "maly", NOW + HOUR_MS - 1)]);
    await refuses("wrong_state", [pays(one, "vichea", { paymentStartedAtMs: NOW + HOUR_MS })]);
    await refuses("wrong_state", [takesOver(one, "vichea", "dara", NOW + HOUR_MS)]);
    await refuses("second_admin_needed", [takesOver(one, "dara", "maly", NOW + HOUR_MS)]);
    await db.write([takesOver(one, "vichea", "maly", NOW + HOUR_MS)]);
    await refuses("approvals_missing", completes(one, "maly", NOW + HOUR_MS));
    await db.write(completes(one, "vichea", NOW + HOUR_MS));
  });

  test("is taken over at once from somebody who is no admin any more", async () => {
    await addPerson(db, "gone", "admin");
    const one = await approvedBy("dara");
    await db.write([pays(one, "gone")]);
    await db.write([setRole("gone", "trader")]);
    await db.write([takesOver(one, "maly", "gone", NOW + 1)]);
  });

  test("that was taken over is neither stopped nor rejected alone, because it may have been made", async () => {
    const one = await approvedBy("dara");
    await db.write([pays(one, "maly"), takesOver(one, "vichea", "maly", NOW + HOUR_MS)]);
    await refuses("wrong_state", [stops(one)]);
    await refuses("approvals_missing", rejects(one, "vichea"));
    const subject = `rejection:${one.id}`;
    await db.write([agree(subject, "approve", "vichea", "", NOW + HOUR_MS)]);
    await refuses("approvals_missing", rejects(one, "vichea"));
    await db.write([agree(subject, "approve", "maly", "", NOW + HOUR_MS), ...rejects(one, "vichea")]);
  });

  test("is completed and taken over during an admin's pause, while nothing else begins", async () => {
    const [sent, away, waiting, asked] = [
      await approvedBy("dara"),
      await approvedBy("dara"),
      await approvedBy("dara"),
      await requested(),
    ];
    await db.write([pays(sent, "maly"), pays(away, "maly")]);
    const id = crypto.randomUUID();
    await db.write([
      db.query.insert(withdrawalPauses).values({ id, reason: "a test", pausedBy: "dara", sinceMs: NOW }),
    ]);
    await refuses("withdrawals_paused", [pays(waiting, "maly")]);
    await refuses("withdrawals_paused", [
      agree(`withdrawal:${asked.id}`, "approve", "dara"),
      ...approveWithdrawal(db.query, asked, { decidedBy: "dara" }, NOW),
    ]);
    await expect(requested()).rejects.toThrow("withdrawals_paused");
    await db.write(completes(sent, "maly"));
    await db.write([takesOver(away, "vichea", "maly", NOW + HOUR_MS)]);
    await db.write([
      agree(`pause:${id}`, "approve", "dara"),
      agree(`pause:${id}`, "approve", "maly"),
      resumes(id, "maly"),
    ]);
    await db.write([pays(waiting, "maly")]);
  });
});

const resumes = (id: string, resumedBy: string, resumedAtMs = NOW) =>
  db.query.update(withdrawalPauses).set({ resumedAtMs, resumedBy }).where(eq(withdrawalPauses.id, id));

describe("an admin's pause of withdrawals", () => {
  const pause = (id: string, pausedBy = "dara", more: Partial<typeof withdrawalPauses.$inferInsert> = {}) =>
    db.query.insert(withdrawalPauses).values({ id, reason: "a test", pausedBy, sinceMs: NOW, ...more });

  test("is begun by an admin, one at a time, and ended by two of them, or on the server", async () => {
    const stranger = (await requested()).userId;
    await refuses("not_an_admin", [pause("p1", stranger)]);
    await refuses("wrong_state", [pause("p1", "dara", { resumedAtMs: NOW, resumedBy: "dara" })]);
    await db.write([pause("p1")]);
    await refuses("wrong_state", [pause("p2", "maly")]);
    await refuses("pause_terms_fixed", [db.query.update(withdrawalPauses).set({ reason: "another" })]);
    await refuses("ledger_append_only", [db.query.delete(withdrawalPauses)]);
    await refuses("approvals_missing", [resumes("p1", "dara")]);
    await db.write([agree("pause:p1", "approve", "dara")]);
    await refuses("approvals_missing", [resumes("p1", "dara", NOW + 48 * HOUR_MS)]);
    await refuses("approvals_missing", [agree("pause:p1", "approve", "maly"), resumes("p1", "vichea")]);
    await db.write([agree("pause:p1", "approve", "maly"), resumes("p1", "maly")]);
    await refuses("wrong_state", [resumes("p1", "maly")]);
    await refuses("wrong_state", [agree("pause:p1", "approve", "vichea")]);
    await db.write([pause("p2"), resumes("p2", "system")]);
  });

  test("is ended by the only admin a day after it began", async () => {
    await db.write([pause("p3"), agree("pause:p3", "approve", "dara")]);
    const isOther = and(eq(users.role, "admin"), ne(users.id, "dara"));
    const [others] = await db.read([db.query.select({ id: users.id }).from(users).where(isOther)]);
    await db.write(others.map((other) => setRole(other.id, "trader")));
    await refuses("approvals_missing", [resumes("p3", "dara", NOW + 24 * HOUR_MS - 1)]);
    await db.write([resumes("p3", "dara", NOW + 24 * HOUR_MS)]);
  });
});
