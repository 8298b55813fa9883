import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { S3Client } from "bun";

/** The objects of a bucket, as a backup and a restore use them. */
export type ObjectStore = {
  /** The keys that begin with a prefix, in order. */
  list(prefix: string): Promise<string[]>;
  /** @returns null when there is no such object */
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
};

/** The ending of a file's name until it is whole: one that a crash left is no object. */
const PARTIAL = ".part";

const READ_TRIES = 5;

/** A folder whose files are the objects, readable by their owner alone: they hold personal data. */
export function folderStore(dir: string): ObjectStore {
  return {
    list: async (prefix) => {
      if (!existsSync(dir)) return [];
      return readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
        .filter((key) => key.startsWith(prefix) && !key.endsWith(PARTIAL))
        .sort();
    },
    get: async (key) => (existsSync(join(dir, key)) ? new Uint8Array(readFileSync(join(dir, key))) : null),
    put: async (key, bytes) => {
      const path = join(dir, key);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      // The mode is that of a new file.
      rmSync(`${path}${PARTIAL}`, { force: true });
      writeFileSync(`${path}${PARTIAL}`, bytes, { mode: 0o600 });
      renameSync(`${path}${PARTIAL}`, path);
    },
  };
}

/**
 * A bucket of a local stack, read from the files of the bucket simulator. Nothing is put into it, since no other process
 * may write to these files while the Worker runs.
 * Source: miniflare's R2 bucket, which stores objects in files and lists them in SQLite
 *
 * @param dataDir the folder of the stack
 */
export function simulatedBucket(dataDir: string, bucket: string): ObjectStore {
  const dir = join(dataDir, "wrangler/v3/r2");
  const blobs = (prefix: string) => {
    const found = new Map<string, string>();
    const objects = join(dir, "miniflare-R2BucketObject");
    if (!existsSync(objects)) return found;
    // Each bucket has a file of its own; which one it is shows by its blobs.
    for (const name of readdirSync(objects)) {
      if (!name.endsWith(".sqlite") || name === "metadata.sqlite") continue;
      const database = new Database(join(objects, name), { readonly: true });
      try {
        const rows = database
          .query<{ key: string; blob_id: string }, []>("SELECT key, blob_id FROM _mf_objects WHERE blob_id IS NOT NULL")
          .all();
        for (const { key, blob_id } of rows) {
          const file = join(dir, bucket, "blobs", blob_id);
          if (key.startsWith(prefix) && existsSync(file)) found.set(key, file);
        }
      } finally {
        database.close();
      }
    }
    return found;
  };
  return {
    list: async (prefix) => [...blobs(prefix).keys()].sort(),
    get: async (key) => {
      // An object that the Worker replaces meanwhile has another file, and the earlier one is gone.
      for (let tries = 1; ; tries++) {
        const file = blobs(key).get(key);
        if (!file) return null;
        try {
          return new Uint8Array(readFileSync(file));
        } catch (error) {
          if (tries === READ_TRIES) throw error;
        }
      }
    },
    put: async () => {
      throw new Error("a bucket of the simulator is only read");
    },
  };
}

/**
 * A bucket at Cloudflare by R2's S3 interface, with a token of R2 ("Manage R2 API tokens").
 * Source: https://developers.cloudflare.com/r2/api/s3/
 */
export function r2Bucket(
  account: { accountId: string; accessKeyId: string; secretAccessKey: string; endpoint?: string | undefined },
  bucket: string,
): ObjectStore {
  const { accountId, accessKeyId, secretAccessKey } = account;
  const endpoint = account.endpoint ?? `https://${accountId}.r2.cloudflarestorage.com`;
  const client = new S3Client({ endpoint, accessKeyId, secretAccessKey, bucket, region: "auto" });
  return {
    list: async (prefix) => {
      const keys: string[] = [];
      let page: Awaited<ReturnType<typeof client.list>> | null = null;
      do {
        page = await client.list({
          prefix,
          ...(page?.nextContinuationToken ? { continuationToken: page.nextContinuationToken } : {}),
        });
        keys.push(...(page.contents ?? []).map(({ key }) => key));
      } while (page.isTruncated);
      return keys.sort();
    },
    get: async (key) => {
      const file = client.file(key);
      if (!(await file.exists())) return null;
      return new Uint8Array(await file.arrayBuffer());
    },
    put: async (key, bytes) => void (await client.write(key, bytes)),
  };
}
