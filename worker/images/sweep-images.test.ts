import { Database as SqliteFile } from "bun:sqlite";
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { images, jobRuns } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import { behindTriggers } from "../../dev/test/test-database.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { DAY_MS } from "../contract/time.ts";
import type { Bindings } from "../platform/env.ts";
import { sweepImages } from "./sweep-images.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

/** The bucket's own database of its objects; there is no other way to make an object old. */
function withBucketList<T>(use: (list: SqliteFile) => T): T {
  const [path] = new Bun.Glob("wrangler/v3/r2/*BucketObject/*.sqlite").scanSync({ cwd: stack.dataDir });
  if (!path) throw new Error("the bucket keeps its list somewhere else now");
  const list = new SqliteFile(join(stack.dataDir, path));
  try {
    list.run("PRAGMA busy_timeout = 5000");
    return use(list);
  } finally {
    list.close();
  }
}
const putOld = (keys: readonly string[], ageMs: number) =>
  withBucketList((list) =>
    list.transaction(() => {
      const put = list.prepare("INSERT INTO _mf_objects VALUES (?, NULL, 'v', 1, 'e', ?, '{}', '{}', '{}')");
      for (const key of keys) put.run(key, Date.now() - ageMs);
    })(),
  );
const keysLike = (pattern: string) =>
  withBucketList((list) =>
    list.query("SELECT key FROM _mf_objects WHERE key LIKE ? ORDER BY key").values(pattern).flat(),
  );
const letDayPass = () => db.write([db.query.delete(jobRuns).where(eq(jobRuns.job, "sweep_images"))]);

test("objects without a row are removed after a day, however many, and all others stay", async () => {
  const trader = await newTrader(stack);
  const khqrImage = new File([SAMPLE_IMAGES.png], "code.png");
  const saved = await trader.postForm("/api/user/payment-methods", { bankName: "", accountId: "", khqrImage });
  expect(saved.status).toBe(200);
  const image = saved.body.user.paymentMethods.khqr.image;
  const [[row]] = await db.read([db.query.select().from(images).where(eq(images.userId, trader.userId))]);
  if (!row) throw new Error("the upload left no row");
  withBucketList((list) =>
    list.run("UPDATE _mf_objects SET uploaded = ? WHERE key = ?", [Date.now() - 9 * DAY_MS, row.objectKey]),
  );
  const old = Array.from({ length: 2_500 }, (_, i) => `${"0aAzZ_-"[i % 7]}old${i}`);
  putOld(old, DAY_MS + 60_000);
  putOld(["young1", "young2"], DAY_MS - 60_000);

  await letDayPass();
  await stack.wrangler.runCron();
  expect(keysLike("_old%")).toEqual([]);
  expect(keysLike("young_")).toEqual(["young1", "young2"]);
  expect((await trader.get(image)).status).toBe(200);

  putOld(["later"], 2 * DAY_MS);
  await stack.wrangler.runCron();
  expect(keysLike("later")).toEqual(["later"]);
  await letDayPass();
  await stack.wrangler.runCron();
  expect(keysLike("later")).toEqual([]);
  withBucketList((list) => list.run("DELETE FROM _mf_objects WHERE key LIKE 'young_'"));
});

test("a run that the bucket fails is repeated by the next run, and not concurrently", async () => {
  const calls: string[] = [];
  let isDown = true;
  const bucket = {
    list: async () => {
      calls.push(isDown ? "failed" : "listed");
      if (!isDown) return { objects: [], truncated: false };
      // Another run of the cron, while this one has not failed yet.
      await sweep();
      throw new Error("the bucket is away");
    },
  } as unknown as Bindings["IMAGES"];
  const sweep = () => sweepImages({ db, bucket, now: Date.now });
  await letDayPass();
  await expect(sweep()).rejects.toThrow("the bucket is away");
  isDown = false;
  await sweep();
  await sweep();
  expect(calls).toEqual(["failed", "listed", "listed"]);
});

test("of two overlapping runs one does the day's work", async () => {
  let listed = 0;
  // The sweep calls nothing else of an empty bucket.
  const bucket = {
    list: async () => {
      listed += 1;
      if (listed === 1) await sweep();
      return { objects: [], truncated: false };
    },
  } as unknown as Bindings["IMAGES"];
  const sweep = () => sweepImages({ db, bucket, now: Date.now });
  await letDayPass();
  await sweep();
  // From a random key to the end, and from the beginning to that key.
  expect(listed).toBe(2);
});

test("the cron computes the digests of cards and codes of an earlier version, past one that the bucket does not have", async () => {
  const trader = await newTrader(stack);
  const khqrImage = new File([SAMPLE_IMAGES.png], "code.png");
  await trader.postForm("/api/user/payment-methods", { bankName: "", accountId: "", khqrImage });
  const isOwn = eq(images.userId, trader.userId);
  const own = async () => {
    const [rows] = await db.read([db.query.select().from(images).where(isOwn)]);
    return new Map(rows.map(({ filename, digest }) => [filename, digest]));
  };
  const [[filename = "", digest] = []] = [...(await own())];
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  const lost = { filename: `lost-${filename}`, userId: trader.userId, uploadedBy: trader.userId };
  const image = {
    objectKey: lost.filename,
    contentType: "image/png" as const,
    sizeBytes: 1,
    widthPx: 20,
    heightPx: 20,
  };
  await behindTriggers(
    db,
    ["images_never_changed"],
    [
      db.query.update(images).set({ digest: null }).where(isOwn),
      db.query.insert(images).values({ ...lost, ...image, purpose: "payment_code", createdAtMs: 1 }),
    ],
  );
  await waitUntil("the digest is there again", async () => {
    await stack.wrangler.runCron();
    return (await own()).get(filename) === digest;
  });
  expect((await own()).get(lost.filename)).toBeNull();
  await db.write([db.query.delete(images).where(eq(images.filename, lost.filename))]);
});
