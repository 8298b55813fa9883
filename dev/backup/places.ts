import { join, resolve } from "node:path";
import { HEAD_KEY } from "../../worker/journal/journal-segments.ts";
import wranglerConfig from "../../wrangler.toml";
import type { DatabaseAddress } from "../database-dump.ts";
import { localSettings } from "../local-settings.ts";
import { folderStore, type ObjectStore, r2Bucket, simulatedBucket } from "./object-store.ts";
import { readHead } from "./read-journal.ts";

/** The buckets of the product by their bindings. */
export const BUCKETS = ["IMAGES", "TAPE", "JOURNAL"] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Where a database and the buckets are. */
export type Places = {
  /** Their owner, in words: it stays the same when the database is replaced by a restored one. */
  source: string;
  database: DatabaseAddress;
  bucket: (bucket: Bucket) => ObjectStore;
};

const configured: { binding: string; bucket_name: string }[] = wranglerConfig.r2_buckets;

/** The name of a bucket, which is the same everywhere. */
function nameOf(bucket: Bucket): string {
  const found = configured.find(({ binding }) => binding === bucket);
  if (!found) throw new Error(`wrangler.toml has no bucket ${bucket}`);
  return found.bucket_name;
}

/** The local stack of a data folder. @param port the application's, whose database is the next one */
export function localPlaces({ port, dataDir }: { port: number; dataDir: string }): Places {
  const { DATABASE_URL = "", DATABASE_AUTH_TOKEN } = localSettings(port);
  return {
    source: `the stack in ${resolve(dataDir)}`,
    database: { url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN },
    bucket: (bucket) => simulatedBucket(dataDir, nameOf(bucket)),
  };
}

/**
 * Production, by what the environment names: `DATABASE_URL`, `DATABASE_AUTH_TOKEN`, `CLOUDFLARE_ACCOUNT_ID`, and a token
 * of R2, `R2_ACCESS_KEY_ID` and `R2_SECRET_ACCESS_KEY`. `R2_ENDPOINT` replaces Cloudflare's address.
 *
 * @throws Error that names what is missing
 */
export function productionPlaces(): Places {
  const account = {
    accountId: required("CLOUDFLARE_ACCOUNT_ID"),
    accessKeyId: required("R2_ACCESS_KEY_ID"),
    secretAccessKey: required("R2_SECRET_ACCESS_KEY"),
    endpoint: process.env.R2_ENDPOINT,
  };
  return {
    source: `the Cloudflare account ${account.accountId}`,
    // Read when it is asked for: a restore needs the buckets alone, and its database may be gone.
    get database() {
      return { url: required("DATABASE_URL"), authToken: process.env.DATABASE_AUTH_TOKEN };
    },
    bucket: (bucket) => r2Bucket(account, nameOf(bucket)),
  };
}

/** The buckets as a backup has them: a folder each. */
export function backupBucket(dir: string, bucket: Bucket): ObjectStore {
  return folderStore(join(dir, nameOf(bucket)));
}

/**
 * Copies the objects that a store does not have. Only the head of the journal changes under its key, and the newer of the two
 * is kept. It is read first and written last, because the Worker may ship segments meanwhile: the copied head must not name a
 * segment that the copy lacks.
 *
 * @returns how many
 */
export async function copyMissing(from: ObjectStore, to: ObjectStore): Promise<number> {
  const known = new Set(await to.list(""));
  const head = await readHead(from);
  const isNewer = (head?.position ?? 0) >= ((await readHead(to))?.position ?? 0);
  let count = 0;
  for (const key of await from.list("")) {
    if (known.has(key) || key === HEAD_KEY) continue;
    const bytes = await from.get(key);
    // Removed since it was listed.
    if (!bytes) continue;
    await to.put(key, bytes);
    count += 1;
  }
  if (head && isNewer) await to.put(HEAD_KEY, new TextEncoder().encode(JSON.stringify(head)));
  return count;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
