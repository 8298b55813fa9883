import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count, eq } from "drizzle-orm";
import { identities, images, paymentExceptions, users, withdrawals } from "../../db/schema/index.ts";
import { checkLedger } from "../../worker/ledger/check-ledger.ts";
import { localSettings } from "../local-settings.ts";
import { seedDatabase } from "../seed.ts";
import { setUpDatabase } from "../test/test-database.ts";
import { type BucketObject, seedDesk } from "./seed-desk.ts";

setDefaultTimeout(120_000);

const database = setUpDatabase();

test("the seeded desk has work in every queue, an image behind every row, and books that agree", async () => {
  const { db } = database;
  const dataDir = mkdtempSync(join(tmpdir(), "tonle-seed-"));
  const settings = localSettings(1, { DATABASE_URL: database.url });
  await seedDatabase({ settings, dataDir });
  rmSync(dataDir, { recursive: true });
  const bucket = new Map<string, BucketObject>();
  const store = async (objects: readonly BucketObject[]) => {
    for (const object of objects) bucket.set(object.objectKey, object);
  };
  await seedDesk({ settings, store });

  const { query } = db;
  const [waiting, twice, cards, odd, pictures, people] = await db.read([
    query.select({ count: count() }).from(withdrawals).where(eq(withdrawals.status, "pending")),
    query.select({ count: count() }).from(withdrawals).where(eq(withdrawals.approvalsNeeded, 2)),
    query.select({ count: count() }).from(identities).where(eq(identities.status, "pending")),
    query.select({ count: count() }).from(paymentExceptions),
    query.select().from(images),
    query.select({ count: count() }).from(users),
  ]);
  expect(waiting[0]?.count).toBeGreaterThanOrEqual(20);
  expect(twice[0]?.count).toBeGreaterThanOrEqual(5);
  expect(cards[0]?.count).toBe(6);
  expect(odd[0]?.count).toBe(2);
  expect(pictures.map(({ objectKey }) => objectKey).sort()).toEqual([...bucket.keys()].sort());
  expect(await checkLedger(db)).toMatchObject({ isClean: true });

  await seedDesk({ settings, store });
  const [again] = await db.read([query.select({ count: count() }).from(users)]);
  expect(again).toEqual(people);
});
