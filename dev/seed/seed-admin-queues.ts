import { inArray } from "drizzle-orm";
import { type Database, openDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/index.ts";
import { newFilename } from "../../worker/images/image-name.ts";
import { inspectImage } from "../../worker/images/inspect-image.ts";
import type { StoredImage } from "../../worker/images/store-image.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import { randomToken } from "../../worker/platform/secrets.ts";
import { SEED_PEOPLE } from "../seed.ts";
import { ADMIN_PEOPLE, DEMO_TRADER, emailOf } from "./seed-people.ts";
import { adminStory, demoTraderStory } from "./seed-scenario.ts";

/** An object for the bucket. */
export type BucketObject = Pick<StoredImage, "objectKey" | "contentType"> & { bytes: Uint8Array<ArrayBuffer> };

/**
 * Fills the desk of a seeded database: other traders with a past, whose requests, identities and payments wait for an admin
 * or were decided, and the pictures of the demo trader's own past. They log in with the demo trader's password. Nothing
 * happens where the database is not seeded, or where they exist already.
 *
 * @param store puts objects into the bucket; it has them all before the first row that refers to one
 */
export async function seedAdmin(options: {
  settings: Record<string, string>;
  store: (objects: readonly BucketObject[]) => Promise<void>;
}): Promise<void> {
  const settings = settingsSchema.parse(options.settings);
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = settings;
  const db = openDatabase({ url, authToken, timeoutMs: 60_000 });
  const found = await findSeeded(db);
  if (!found) return;

  const objects: BucketObject[] = [];
  const keep = (png: Uint8Array<ArrayBuffer>): StoredImage => {
    const { bytes, contentType, widthPx, heightPx } = inspectImage(png, "image");
    const objectKey = randomToken();
    objects.push({ objectKey, contentType, bytes });
    return { filename: newFilename(contentType), objectKey, contentType, sizeBytes: bytes.length, widthPx, heightPx };
  };
  const nowMs = Date.now();
  const stories = [];
  for (const [number, person] of ADMIN_PEOPLE.entries()) {
    const userId = crypto.randomUUID();
    stories.push(await adminStory({ ...found, query: db.query, settings, nowMs, person, number, userId, keep }));
  }
  const { traderId: userId, ...desk } = found;
  const { length: number } = ADMIN_PEOPLE;
  stories.push(
    demoTraderStory({ ...desk, query: db.query, settings, nowMs, person: DEMO_TRADER, number, userId, keep }),
  );
  await options.store(objects);
  await db.write(stories.flat());
}

/** Who decides in these stories, and the hash of the password that all share; null where there is nothing to add to. */
async function findSeeded({ query, read }: Database) {
  const [first] = ADMIN_PEOPLE;
  const byEmail = (emails: string[]) =>
    query
      .select({ id: users.id, role: users.role, passwordHash: users.passwordHash })
      .from(users)
      .where(inArray(users.email, emails))
      .orderBy(users.email);
  const [seeded, desk] = await read([
    byEmail(SEED_PEOPLE.map(({ email }) => email)),
    byEmail(first ? [emailOf(first)] : []),
  ]);
  const trader = seeded.find(({ role }) => role === "trader");
  const [admin, colleague] = seeded.filter(({ role }) => role === "admin");
  if (!trader || !admin || !colleague || desk.length > 0) return null;
  return { traderId: trader.id, passwordHash: trader.passwordHash, admins: [admin.id, colleague.id] as const };
}
