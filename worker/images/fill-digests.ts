import type { Database } from "../../db/client.ts";
import { digestOf } from "../platform/digest-of-bytes.ts";
import { randomToken } from "../platform/secrets.ts";
import { callBucket } from "./call-bucket.ts";
import { fillDigest, selectUndigested } from "./image-store.ts";

/** At most this many of 5 MiB, one after another: some seconds. */
const IMAGES_PER_RUN = 20;

/**
 * The job that computes the digests of identity cards and payment codes that an earlier version stored. A run takes some of them from a
 * random name on, so that an image that is not in the bucket holds none of the others up.
 * @returns how many it computed, and how many it did not find in the bucket
 */
export async function fillDigests({
  db,
  bucket,
}: {
  db: Database;
  bucket: R2Bucket;
}): Promise<{ digested: number; missing: number }> {
  const { query, read, write } = db;
  const from = randomToken();
  const [behind, before] = await read([
    selectUndigested(query, { from, limit: IMAGES_PER_RUN }),
    selectUndigested(query, { before: from, limit: IMAGES_PER_RUN }),
  ]);
  const count = { digested: 0, missing: 0 };
  for (const { filename, objectKey } of [...behind, ...before].slice(0, IMAGES_PER_RUN)) {
    const object = await callBucket(bucket.get(objectKey).then(async (found) => found?.arrayBuffer() ?? null));
    if (object === null) {
      count.missing += 1;
      continue;
    }
    await write([fillDigest(query, filename, digestOf(new Uint8Array(object)))]);
    count.digested += 1;
  }
  return count;
}
