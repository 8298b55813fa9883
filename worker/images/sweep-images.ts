import type { Database } from "../../db/client.ts";
import { DAY_MS } from "../contract/time.ts";
import { claimRun, releaseRun } from "../platform/job-run-store.ts";
import { randomToken } from "../platform/secrets.ts";
import { callBucket } from "./call-bucket.ts";
import { selectUnknownKeys } from "./image-store.ts";

/** An object without a row is older than any upload whose row is about to be inserted. */
const ORPHAN_AGE_MS = DAY_MS;
const PAGES_MAX = 10;
const JOB = "sweep_images";

type Sweeper = { db: Database; bucket: R2Bucket; now: () => number };

/**
 * The daily job that removes the objects without a row, left by a write that failed or whose outcome was unknown.
 *
 * A run checks ten pages of a thousand objects, from a random key on and wrapping around. So it needs no stored
 * position: up to that many objects are checked every day, and of more each one sooner or later. The day is claimed
 * before the work, so that overlapping runs do it once. A failed run releases the day, and the next run of the cron
 * retries it; a run that is killed leaves it to the next day.
 *
 * @returns how many objects it checked and how many it removed
 */
export async function sweepImages(sweeper: Sweeper): Promise<{ seen: number; removed: number }> {
  const { db, now } = sweeper;
  const claimedAtMs = now();
  const [[claimed]] = await db.write([claimRun(db.query, JOB, DAY_MS, claimedAtMs)]);
  if (!claimed) return { seen: 0, removed: 0 };
  try {
    return await removeOrphans(sweeper);
  } catch (error) {
    await db.write([releaseRun(db.query, JOB, claimedAtMs)]);
    throw error;
  }
}

async function removeOrphans({ db, bucket, now }: Sweeper): Promise<{ seen: number; removed: number }> {
  const total = { seen: 0, removed: 0 };
  for await (const page of pagesFrom(bucket, randomToken())) {
    const old = page.filter(({ uploaded }) => uploaded.getTime() < now() - ORPHAN_AGE_MS).map(({ key }) => key);
    const [orphans] = await db.read([selectUnknownKeys(db.query, old)]);
    const keys = orphans.map(({ objectKey }) => objectKey);
    if (keys.length > 0) await callBucket(bucket.delete(keys));
    total.seen += page.length;
    total.removed += keys.length;
  }
  return total;
}

/** The bucket's pages from the first key after a given one to the end, then from the beginning to that key. */
async function* pagesFrom(bucket: R2Bucket, startKey: string): AsyncGenerator<R2Object[]> {
  let after: string | undefined = startKey;
  let hasWrapped = false;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page: R2Objects = await callBucket(bucket.list(after === undefined ? {} : { startAfter: after }));
    const objects = hasWrapped ? page.objects.filter(({ key }) => key <= startKey) : page.objects;
    if (objects.length > 0) yield objects;
    if (hasWrapped && (objects.length < page.objects.length || !page.truncated)) return;
    if (!page.truncated) hasWrapped = true;
    after = page.truncated ? page.objects.at(-1)?.key : undefined;
  }
}
