import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, count, eq } from "drizzle-orm";
import {
  bookActs,
  entries,
  identities,
  images,
  lineMatches,
  paymentExceptions,
  payoutBatchItems,
  statementLines,
  transfers,
  users,
  withdrawalImages,
  withdrawals,
} from "../../db/schema/index.ts";
import { checkLedger } from "../../worker/ledger/check-ledger.ts";
import { localSettings } from "../local-settings.ts";
import { SEED_PEOPLE, seedDatabase } from "../seed.ts";
import { LOW_COST } from "../test/low-cost.ts";
import { setUpDatabase } from "../test/test-database.ts";
import { type BucketObject, seedAdminQueues } from "./seed-admin-queues.ts";

setDefaultTimeout(600_000);

const NOW_MS = Date.parse("2026-06-23T13:00:00Z");

const database = setUpDatabase();

test("the seed fills every admin queue, stores an object for every image row, and the ledger is consistent", async () => {
  const { db } = database;
  const dataDir = mkdtempSync(join(tmpdir(), "tonle-seed-"));
  const settings = localSettings(1, { ...LOW_COST, DATABASE_URL: database.url });
  await seedDatabase({ settings, dataDir, nowMs: NOW_MS });
  rmSync(dataDir, { recursive: true });
  const bucket = new Map<string, BucketObject>();
  const store = async (objects: readonly BucketObject[]) => {
    for (const object of objects) bucket.set(object.objectKey, object);
  };
  await seedAdminQueues({ settings, store, nowMs: NOW_MS });

  const { query } = db;
  const [waiting, twice, cards, pictures, people] = await db.read([
    query.select({ count: count() }).from(withdrawals).where(eq(withdrawals.status, "pending")),
    query.select({ count: count() }).from(withdrawals).where(eq(withdrawals.approvalsNeeded, 2)),
    query.select({ count: count() }).from(identities).where(eq(identities.status, "pending")),
    query.select().from(images),
    query.select({ count: count() }).from(users),
  ]);
  expect(waiting[0]?.count).toBeGreaterThanOrEqual(20);
  expect(twice[0]?.count).toBeGreaterThanOrEqual(5);
  expect(cards[0]?.count).toBe(6);
  expect(pictures.map(({ objectKey }) => objectKey).sort()).toEqual([...bucket.keys()].sort());
  expect(await checkLedger(db)).toMatchObject({ isClean: true });

  // Every state that a screen can show exists.
  const [odd, known, shown, [trader], own, moved] = await db.read([
    query.select().from(paymentExceptions),
    query.select().from(identities),
    query
      .select({ status: withdrawals.status, kind: withdrawalImages.kind, userId: withdrawals.userId })
      .from(withdrawals)
      .leftJoin(withdrawalImages, eq(withdrawalImages.withdrawalId, withdrawals.id)),
    query.select().from(users).where(eq(users.email, SEED_PEOPLE[0].email)),
    query
      .select({ status: identities.status })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(eq(users.email, SEED_PEOPLE[0].email)),
    query
      .select({ accountId: entries.accountId, amountCents: entries.amountCents })
      .from(entries)
      .innerJoin(transfers, eq(transfers.id, entries.transferId))
      .orderBy(asc(transfers.atMs)),
  ]);
  if (!trader) throw new Error("there is no demo trader");
  // One whose payer nobody knows is made by an admin, of the open line of the bank.
  const reasons = paymentExceptions.reason.enumValues.filter((reason) => reason !== "unknown_payer");
  expect(new Set(odd.map(({ reason }) => reason))).toEqual(new Set(reasons));
  expect(new Set(odd.map(({ status }) => status))).toEqual(new Set(paymentExceptions.status.enumValues));
  expect(new Set(known.map(({ status }) => status))).toEqual(new Set(identities.status.enumValues));
  expect(known.map(({ rejectReason }) => rejectReason)).toContain("reopened");
  expect(known.length).toBeLessThan(people[0]?.count ?? 0);
  expect(own).toEqual([{ status: "verified" }]);
  for (const rows of [shown, shown.filter(({ userId }) => userId === trader.id)]) {
    const pictured = rows.map(({ status, kind }) => `${status} ${kind}`);
    expect(pictured).toEqual(
      expect.arrayContaining(["completed proof", "completed admin", "rejected admin", "pending null"]),
    );
  }
  expect(new Set(shown.map(({ status }) => status))).toEqual(new Set(withdrawals.status.enumValues));

  // The bank's statement has lines with their transfer, and a few that are open.
  const [lines, matched] = await db.read([query.select().from(statementLines), query.select().from(lineMatches)]);
  expect(matched.length).toBeGreaterThan(5);
  expect(lines.length - matched.length).toBe(2);

  // An act on the books of each kind, some of them posted, and batches in each state of a payment that a bank answers.
  const [acts, batched] = await db.read([
    query.select().from(bookActs),
    query.select({ batch: payoutBatchItems.batchId, outcome: payoutBatchItems.outcome }).from(payoutBatchItems),
  ]);
  expect(new Set(acts.map(({ kind }) => kind))).toEqual(new Set(bookActs.kind.enumValues));
  expect(new Set(acts.map(({ postedAtMs }) => postedAtMs === null))).toEqual(new Set([true, false]));
  expect(acts.some(({ receivableCents }) => receivableCents > 0)).toBe(true);
  expect(new Set(batched.map(({ batch }) => batch)).size).toBe(2);
  expect(batched.map(({ outcome }) => String(outcome)).toSorted()).toEqual([
    ...["bounced", "completed", "completed"],
    ...["null", "null", "null"],
  ]);

  // The history is possible: at no time does a trader have a negative balance.
  const balances = new Map<string, number>();
  for (const { accountId, amountCents } of moved) {
    const balanceCents = (balances.get(accountId) ?? 0) + amountCents;
    balances.set(accountId, balanceCents);
    if (/^(?:available|held):/.test(accountId)) expect(balanceCents).toBeGreaterThanOrEqual(0);
  }

  await seedAdminQueues({ settings, store, nowMs: NOW_MS });
  const [again] = await db.read([query.select({ count: count() }).from(users)]);
  expect(again).toEqual(people);
});
