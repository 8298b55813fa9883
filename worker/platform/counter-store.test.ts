import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Statement } from "../../db/client.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { countOne, countOneIfCaller, countOneOf } from "./counter-store.ts";
import { refusalFromDatabase } from "./database-refusal.ts";
import { LIMITS } from "./rate-limit.ts";

const database = setUpDatabase();
const NOW = Date.UTC(2026, 10, 20);

/** The error that refuses a write; null where it is not refused. */
async function refusalOf(...statements: readonly [Statement, ...Statement[]]) {
  return database.db.write(statements).then(
    () => null,
    (error: unknown) => refusalFromDatabase(error),
  );
}

test("above its maximum a counter says when its window ends, in whole minutes", async () => {
  const { query } = database.db;
  const limit = { max: 2, windowMs: 15 * MINUTE_MS };
  const count = (atMs: number) => refusalOf(countOne(query, "a", limit, NOW + atMs));
  expect([await count(0), await count(1), (await count(2))?.retryAfterS]).toEqual([null, null, 900]);
  expect(await count(5 * MINUTE_MS + 1)).toMatchObject({ code: "too_many_requests", retryAfterS: 600 });
  expect(await count(15 * MINUTE_MS - 1)).toMatchObject({ code: "too_many_requests", retryAfterS: 60 });
  // A new window.
  expect(await count(15 * MINUTE_MS)).toBeNull();
});

test("a counter of the caller of a batch does so too", async () => {
  const { query } = database.db;
  const caller = sql<string>`${"user-1"}`;
  const deposit = () => refusalOf(countOneOf(query, "depositByAccount", caller, NOW));
  for (let i = 0; i < LIMITS.depositByAccount.max; i += 1) expect(await deposit()).toBeNull();
  expect(await deposit()).toMatchObject({ code: "too_many_requests", retryAfterS: HOUR_MS / 1_000 });
  const read = (id = caller) => refusalOf(...countOneIfCaller(query, "exportByAdmin", id, NOW));
  for (let i = 0; i < LIMITS.exportByAdmin.max; i += 1) expect(await read()).toBeNull();
  expect(await read()).toMatchObject({ code: "too_many_requests", retryAfterS: HOUR_MS / 1_000 });
  // Of nobody nothing is counted.
  expect(await read(sql<string>`NULL`)).toBeNull();
});
