import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { deposits } from "../../db/schema/index.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import { endUnpaid, insertDeposit, schedulePoll } from "./deposit-store.ts";
import { claimPoll, claimSweep, selectDue } from "./payment-poll-store.ts";
import { type CallBudget, claimCall } from "./provider-store.ts";

/** Which deposits get the limited calls to the payment network. */

setDefaultTimeout(600_000);

const NOW = 1_000_000_000;
const ENDED = { status: "cancelled", actor: "system" } as const;
const database = setUpDatabase();
let db: Database;
beforeAll(async () => {
  db = database.db;
  for (const id of ["many", "one"]) await addPerson(db, id);
});

/** Opens a code of a user, named by its bill number. @param nextAskAtMs when the sweep polls it */
async function openCode(userId: string, name: string, nextAskAtMs: number): Promise<void> {
  const code = { id: name, billNumber: name, qrString: name, md5Hash: name, amountCents: 1_000 };
  const times = { createdAtMs: NOW, updatedAtMs: NOW, expiresAtMs: NOW + 600_000 };
  await db.write([
    insertDeposit(db.query, sql`${userId}`, { ...code, ...times, status: "pending" }),
    schedulePoll(db.query, { id: name, status: "pending" }, nextAskAtMs),
  ]);
}

test("the sweep polls the first code of every user before any user's second one", async () => {
  for (const i of [1, 2, 3]) await openCode("many", `many ${i}`, NOW - 1_000 + i);
  await openCode("one", "one 1", NOW);
  await openCode("one", "one later", NOW + 1);
  const [due] = await db.read([selectDue(db.query, NOW, 10)]);
  expect(due.map(({ id }) => id)).toEqual(["many 1", "one 1", "many 2", "many 3"]);
  const [first] = await db.read([selectDue(db.query, NOW, 2)]);
  expect(first.map(({ id }) => id)).toEqual(["many 1", "one 1"]);
});

test("the sweep polls every open code before any ended one, however long the ended one waits", async () => {
  const endCode = (id: string) => db.write(endUnpaid(db.query, eq(deposits.id, id), ENDED, NOW));
  await openCode("one", "one ended", NOW);
  await endCode("one ended");
  await db.write([schedulePoll(db.query, { id: "one ended", status: "cancelled" }, NOW - 9_000)]);
  const [due] = await db.read([selectDue(db.query, NOW, 10)]);
  expect(due.map(({ id }) => id)).toEqual(["many 1", "one 1", "many 2", "many 3", "one ended"]);
});

test("neither waiting users nor the sweep can use up the other's calls", async () => {
  const claims = async (budget: CallBudget, nowMs: number, tries: number) => {
    const batches = Array.from({ length: tries }, () => db.write([claimCall(db.query, budget, sql`TRUE`, nowMs)]));
    return (await Promise.all(batches)).filter(([rows]) => rows.length === 1).length;
  };
  for (const nowMs of [NOW, NOW + 1_000]) {
    expect(await claims("person", nowMs, 10)).toBe(3);
    expect(await claims("sweep", nowMs + 500, 10)).toBe(2);
    expect(await claims("person", nowMs + 999, 10)).toBe(0);
  }
  expect(await claims("sweep", NOW + 2_000, 10)).toBe(2);
  expect(await claims("person", NOW + 2_000, 10)).toBe(3);
});

test("a user's deposits are polled once in four seconds, however many codes they have, and other users' as before", async () => {
  const poll = async (userId: string, md5Hash: string, nowMs: number) => {
    // Stands for the statement that counts the poll.
    const counted = db.query.run(sql`UPDATE users SET theme = theme WHERE id = ${userId}`);
    const [, claim] = await db.write([counted, ...claimPoll(db.query, sql`${userId}`, md5Hash, nowMs)]);
    return claim.length;
  };
  const atMs = NOW + 60_000;
  expect(await poll("many", "many 1", atMs)).toBe(1);
  for (const i of [1, 2, 3]) expect(await poll("many", `many ${i}`, atMs + 3_999)).toBe(0);
  expect(await poll("one", "one 1", atMs + 3_999)).toBe(1);
  expect(await poll("many", "many 2", atMs + 4_000)).toBe(1);
  expect(await poll("many", "many 1", atMs + 7_999)).toBe(0);
  // The sweep respects the four seconds of each code.
  const sweep = async (id: string, nowMs: number) => (await db.write(claimSweep(db.query, { id }, nowMs)))[0].length;
  expect(await sweep("many 3", atMs + 5_000)).toBe(1);
  expect(await sweep("many 3", atMs + 8_999)).toBe(0);
  expect(await sweep("many 3", atMs + 9_000)).toBe(1);
});
