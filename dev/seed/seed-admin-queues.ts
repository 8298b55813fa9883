import { inArray } from "drizzle-orm";
import { type Database, openDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/index.ts";
import { newFilename } from "../../worker/images/image-name.ts";
import { inspectImage } from "../../worker/images/inspect-image.ts";
import type { StoredImage } from "../../worker/images/store-image.ts";
import { digestOf } from "../../worker/platform/digest-of-bytes.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import { randomToken } from "../../worker/platform/secrets.ts";
import { SEED_PEOPLE } from "../seed.ts";
import { seedBooks } from "./seed-books.ts";
import { seedPayouts } from "./seed-payouts.ts";
import { DEMO_TRADER, emailOf, QUEUE_TRADERS } from "./seed-people.ts";
import { demoTraderScenario, traderScenario } from "./seed-scenario.ts";
import { DOLLARS, seedStatement } from "./seed-statement.ts";

export type BucketObject = Pick<StoredImage, "objectKey" | "contentType"> & { bytes: Uint8Array<ArrayBuffer> };

/**
 * Fills the admin queues of a seeded database: other traders with a history, whose requests, identities and payments
 * are open or decided, the pictures of the demo trader's own history, the bank's statement of the last days, acts on the books and batches of payouts. They log in with the demo trader's password.
 * Does nothing when the database is not seeded or already has these traders.
 *
 * @param options.nowMs when the histories end
 * @param options.store puts objects into the bucket; it is called with all of them before the first row that refers to one
 */
export async function seedAdminQueues(options: {
  settings: Record<string, string>;
  store: (objects: readonly BucketObject[]) => Promise<void>;
  nowMs?: number;
}): Promise<void> {
  const { nowMs = Date.now() } = options;
  const settings = settingsSchema.parse(options.settings);
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = settings;
  const db = openDatabase({ url, authToken, timeoutMs: 60_000 });
  const found = await findSeeded(db);
  if (!found) return;

  const objects: BucketObject[] = [];
  const keepImage = (png: Uint8Array<ArrayBuffer>): StoredImage => {
    const { bytes, contentType, widthPx, heightPx } = inspectImage(png, "image");
    const objectKey = randomToken();
    objects.push({ objectKey, contentType, bytes });
    const filename = newFilename(contentType);
    return { filename, objectKey, contentType, sizeBytes: bytes.length, widthPx, heightPx, digest: digestOf(bytes) };
  };
  const scenarios = [];
  for (const [number, person] of QUEUE_TRADERS.entries()) {
    const userId = crypto.randomUUID();
    scenarios.push(
      await traderScenario({ ...found, query: db.query, settings, nowMs, person, number, userId, keepImage }),
    );
  }
  const { traderId: userId, ...context } = found;
  const { length: number } = QUEUE_TRADERS;
  scenarios.push(
    await demoTraderScenario({
      ...context,
      query: db.query,
      settings,
      nowMs,
      person: DEMO_TRADER,
      number,
      userId,
      keepImage,
    }),
  );
  await options.store(objects);
  await db.write(scenarios.flat());
  const operation = { settings, admins: found.admins, nowMs };
  await seedStatement(db, operation);
  await seedBooks(db, DOLLARS, operation);
  await seedPayouts(db, DOLLARS, operation);
}

/** The demo trader, the deciding admins and the password hash that all share; null when there is nothing to add. */
async function findSeeded({ query, read }: Database) {
  const [first] = QUEUE_TRADERS;
  const byEmail = (emails: string[]) =>
    query
      .select({ id: users.id, role: users.role, passwordHash: users.passwordHash })
      .from(users)
      .where(inArray(users.email, emails))
      .orderBy(users.email);
  const [seeded, known] = await read([
    byEmail(SEED_PEOPLE.map(({ email }) => email)),
    byEmail(first ? [emailOf(first)] : []),
  ]);
  const trader = seeded.find(({ role }) => role === "trader");
  const [admin, colleague] = seeded.filter(({ role }) => role === "admin");
  if (!trader || !admin || !colleague || known.length > 0) return null;
  return { traderId: trader.id, passwordHash: trader.passwordHash, admins: [admin.id, colleague.id] as const };
}
