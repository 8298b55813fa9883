import type { Database } from "../../db/client.ts";
import { DAY_MS } from "../contract/time.ts";
import { claimRun, releaseRun } from "../platform/job-runs.ts";
import { randomToken } from "../platform/secrets.ts";
import { callBucket } from "./call-bucket.ts";
import { selectUnknownKeys } from "./image-store.ts";

/** An upload whose row is still to come is never this old. */
const ORPHAN_AGE_MS = DAY_MS;
const PAGES_MAX = 10;
const JOB = "sweep_images";

type Sweeper = { db: Database; bucket: R2Bucket; now: () => number };

/**
 * Once a day: removes the objects that no image has, left by a write that failed or whose outcome nobody learnt.
 *
 * A run looks at ten pages of a thousand objects, from a random place on and round to it. So it needs no memory of where
 * it was: up to that many are seen every day, and of more each one sooner or later. The day is claimed before the work, so
 * that runs that overlap do it once. A run that fails gives the day back, and the next run of the cron does it; one that is
 * stopped from outside leaves it to the next day.
 *
 * @returns how many objects it looked at and how many it removed
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

/** The bucket's pages from the first key after a place to the end, then from the beginning to that place. */
async function* pagesFrom(bucket: R2Bucket, place: string): AsyncGenerator<R2Object[]> {
  let after: string | undefined = place;
  let isPastTheEnd = false;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page: R2Objects = await callBucket(bucket.list(after === undefined ? {} : { startAfter: after }));
    const objects = isPastTheEnd ? page.objects.filter(({ key }) => key <= place) : page.objects;
    if (objects.length > 0) yield objects;
    if (isPastTheEnd && (objects.length < page.objects.length || !page.truncated)) return;
    if (!page.truncated) isPastTheEnd = true;
    after = page.truncated ? page.objects.at(-1)?.key : undefined;
  }
}
