import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, count, eq } from "drizzle-orm";
import {
  entries,
  identities,
  images,
  paymentExceptions,
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
  expect(new Set(odd.map(({ reason }) => reason))).toEqual(new Set(paymentExceptions.reason.enumValues));
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

  // The history is possible: at no time does a trader have a negative balance.
  const balances = new Map<string, number>();
  for (const { accountId, amountCents } of moved) {
    const balanceCents = (balances.get(accountId) ?? 0) + amountCents;
    balances.set(accountId, balanceCents);
    if (!accountId.startsWith("house:")) expect(balanceCents).toBeGreaterThanOrEqual(0);
  }

  await seedAdminQueues({ settings, store, nowMs: NOW_MS });
  const [again] = await db.read([query.select({ count: count() }).from(users)]);
  expect(again).toEqual(people);
});
