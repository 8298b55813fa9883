import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { asc, eq, sql } from "drizzle-orm";
import { setUpDatabase } from "../dev/test/test-database.ts";
import { addPerson, creditTrader, verifyTrader } from "../dev/test/test-money.ts";
import { ACCOUNT_TOPICS } from "../worker/contract/account-channel.ts";
import { endAllSessions, startSession } from "../worker/platform/session-store.ts";
import { erasePerson, setChoices, setFrozen } from "../worker/platform/user-store.ts";
import { openDatabase } from "./client.ts";
import { accountChanges, notifications } from "./schema/index.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();

/** A database whose batches tell, and whom they told of. */
function telling() {
  const told: string[][] = [];
  const db = openDatabase({ url: database.url, tellOf: (userIds) => void told.push(userIds) });
  return { db, told };
}

async function changesOf(userId: string) {
  const { query, read } = database.db;
  const [rows] = await read([
    query.select().from(accountChanges).where(eq(accountChanges.userId, userId)).orderBy(asc(accountChanges.id)),
  ]);
  return rows;
}
const topicsOf = async (userId: string) => (await changesOf(userId)).map(({ topic }) => topic);

let people = 0;
async function person(role: "trader" | "admin" = "trader"): Promise<string> {
  people += 1;
  const id = `person-${people}`;
  await addPerson(database.db, id, role);
  return id;
}

const notice = (userId: string, subject: string) =>
  database.db.query
    .insert(notifications)
    .values({ userId, event: "deposit_paid", subject, createdAtMs: Date.now() })
    .onConflictDoNothing();

const session = (userId: string, id: string) => {
  const given = { id, tokenHash: id, userId, kind: "trader" as const, userAgent: "", country: null, deviceHash: null };
  return startSession(database.db.query, { ...given, authenticatedAtMs: Date.now(), nowMs: Date.now() });
};

test("the topics of the table are those of the channel", () => {
  expect(accountChanges.topic.enumValues).toEqual([...ACCOUNT_TOPICS]);
});

test("a row replaces that of its person and topic under a greater number, so a person has at most one a topic", async () => {
  const userId = await person();
  const { db } = telling();
  for (let i = 0; i < 200; i++) await db.write([notice(userId, `${i}`)]);
  await creditTrader(db, userId, 10);
  const rows = await changesOf(userId);
  expect(rows.map(({ topic }) => topic).sort()).toEqual(["balance", "deposits", "notifications"]);
  const before = rows.find(({ topic }) => topic === "notifications")?.id ?? 0;
  await db.write([notice(userId, "another")]);
  const newest = (await changesOf(userId)).at(-1);
  expect([newest?.topic, Number(newest?.id) > before]).toEqual(["notifications", true]);
});

test("a change counts also when the statement that causes it ignores conflicts", async () => {
  const userId = await person();
  const { db } = telling();
  const insert = (subject: string) =>
    db.query.run(
      sql`INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms) VALUES (${userId}, 'deposit_paid', ${subject}, 1)`,
    );
  await db.write([insert("one")]);
  const [first] = await changesOf(userId);
  await db.write([insert("two")]);
  const [second] = await changesOf(userId);
  expect(Number(second?.id)).toBeGreaterThan(Number(first?.id));
  // A repeat adds no notification, and changes nothing.
  await db.write([insert("two")]);
  expect(await changesOf(userId)).toEqual(second ? [second] : []);
});

describe("a batch", () => {
  test("tells of exactly the persons that it has changed, once each", async () => {
    const [one, two] = [await person(), await person()];
    const { db, told } = telling();
    await db.write([notice(one, "a"), notice(two, "b"), notice(one, "c"), ...session(one, crypto.randomUUID())]);
    expect(told.map((ids) => ids.sort())).toEqual([[one, two].sort()]);
    await db.write([db.query.run(sql`SELECT 1`)]);
    await db.read([db.query.run(sql`SELECT 1`)]);
    expect(told).toHaveLength(1);
  });

  test("that is refused tells of nobody, and leaves nothing to tell", async () => {
    const userId = await person();
    const { db, told } = telling();
    const refused = db.write([notice(userId, "a"), db.query.run(sql`INSERT INTO no_such_table VALUES (1)`)]);
    expect(refused).rejects.toThrow();
    await refused.catch(() => {});
    await db.write([db.query.run(sql`SELECT 1`)]);
    expect([told, await changesOf(userId)]).toEqual([[], []]);
  });

  test("gives the results of its own statements, and takes one round trip", async () => {
    const userId = await person();
    const { db } = telling();
    const [, rows] = await db.write([
      notice(userId, "a"),
      db.query.select({ event: notifications.event }).from(notifications).where(eq(notifications.userId, userId)),
    ]);
    expect([rows, db.trips().count]).toEqual([[{ event: "deposit_paid" }], 1]);
  });

  test("also tells of what a program has changed without telling, a hundred persons at most", async () => {
    const others = await Promise.all(Array.from({ length: 120 }, () => person()));
    await database.db.write(others.map((userId) => notice(userId, "by a program")));
    const userId = await person();
    const { db, told } = telling();
    await db.write([notice(userId, "a")]);
    expect(told[0]).toContain(userId);
    await db.write([db.query.run(sql`SELECT 1`)]);
    expect(told.map((ids) => ids.length)).toEqual([100, 21]);
    expect(new Set(told.flat())).toEqual(new Set([...others, userId]));
  });
});

describe("a change of", () => {
  /** The writes for a person, and the topics that each changes. */
  const CAUSES: [string, (userId: string) => Promise<unknown>, string[]][] = [
    ["a session that starts", (id) => database.db.write([...session(id, crypto.randomUUID())]), ["sessions"]],
    [
      "sessions that end",
      async (id) => {
        await telling().db.write([...session(id, crypto.randomUUID())]);
        await database.db.write([database.db.query.delete(accountChanges)]);
        await database.db.write([...endAllSessions(database.db.query, id)]);
      },
      ["sessions"],
    ],
    ["a name", (id) => database.db.write([setChoices(database.db.query, id, { firstName: "Other" })]), ["profile"]],
    [
      "a freeze",
      async (id) => {
        const by = await person("admin");
        const freeze = { atMs: Date.now(), reason: "a thief", by };
        await database.db.write([...setFrozen(database.db.query, { id, adminVersion: 1 }, freeze)]);
      },
      ["profile"],
    ],
    ["a decided identity", (id) => verifyTrader(database.db, id), ["identity", "notifications"]],
    ["a credit", (id) => creditTrader(database.db, id, 10), ["balance", "deposits"]],
  ];
  test.each(CAUSES)("%s is written with it", async (_, cause, topics) => {
    const userId = await person();
    await cause(userId);
    expect(await topicsOf(userId)).toEqual(expect.arrayContaining(topics));
  });

  test("a name to the same name is none", async () => {
    const userId = await person();
    await database.db.write([setChoices(database.db.query, userId, { firstName: "Other" })]);
    const before = await changesOf(userId);
    await database.db.write([setChoices(database.db.query, userId, { firstName: "Other" })]);
    expect(await changesOf(userId)).toEqual(before);
  });
});

test("a closed account has no changes, also not those that its closing and the rest of its batch would be", async () => {
  const userId = await person();
  const { db, told } = telling();
  await db.write([...session(userId, crypto.randomUUID()), notice(userId, "a")]);
  await db.write([
    erasePerson(db.query, userId, Date.now()),
    ...endAllSessions(db.query, userId),
    notice(userId, "later"),
  ]);
  expect(await changesOf(userId)).toEqual([]);
  expect(told).toHaveLength(1);
});
