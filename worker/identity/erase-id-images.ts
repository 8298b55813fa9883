import type { Database } from "../../db/client.ts";
import { IDENTITY } from "../contract/limits.ts";
import { DAY_MS } from "../contract/time.ts";
import { deleteUnusedIdCards } from "../images/image-store.ts";
import { removeObjects } from "../images/store-image.ts";
import { claimRun } from "../platform/job-run-store.ts";
import { releaseRefused } from "./identity-store.ts";

const JOB = "erase_id_images";

/**
 * The daily job that erases the images of ID cards that were rejected long enough ago, and unreferenced ID card images.
 * A replaced ID card is deleted at once; this job catches what an error left behind.
 * @returns how many were erased
 */
export async function eraseIdImages(eraser: {
  db: Database;
  bucket: R2Bucket;
  now: () => number;
}): Promise<{ erased: number }> {
  const { db, bucket, now } = eraser;
  const nowMs = now();
  const [[claimed]] = await db.write([claimRun(db.query, JOB, DAY_MS, nowMs)]);
  if (!claimed) return { erased: 0 };
  const [, gone] = await db.write([
    releaseRefused(db.query, nowMs - IDENTITY.refusedKeptMs),
    deleteUnusedIdCards(db.query),
  ]);
  await removeObjects(
    bucket,
    gone.map(({ objectKey }) => objectKey),
  );
  return { erased: gone.length };
}
