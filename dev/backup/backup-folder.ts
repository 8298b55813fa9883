import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUCKETS, type Places } from "./places.ts";

/** The file in the folder of a backup that says what it is a backup of. Keys and names of buckets are the same for every product. */
const SOURCE = "backup-of.txt";

/** The product whose backup a folder has; null when the folder does not name one. */
function sourceOf(dir: string): string | null {
  const file = join(dir, SOURCE);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

/**
 * Makes the folder of a backup, or takes one that has backups of the same product.
 * @throws Error when it has those of another one: their journals and objects would be mixed
 */
export function takeBackupFolder(dir: string, { source }: Places): void {
  const known = sourceOf(dir);
  if (known !== null && known !== source) {
    throw new Error(
      `${dir} has backups of ${known}, and this one is of ${source}. Nothing was changed: choose another folder`,
    );
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (known === null) writeFileSync(join(dir, SOURCE), `${source}\n`, { mode: 0o600 });
}

/**
 * Refuses to put the objects of one product's backup beside those of another.
 * @throws Error when the buckets have objects and the backup is of others
 */
export async function assertObjectsBelong(dir: string, places: Places): Promise<void> {
  const known = sourceOf(dir);
  if (known === null || known === places.source) return;
  for (const bucket of BUCKETS) {
    if ((await places.bucket(bucket).list("")).length === 0) continue;
    throw new Error(
      `${dir} is a backup of ${known}, and the bucket ${bucket} of ${places.source} has objects already. Nothing was changed`,
    );
  }
}
