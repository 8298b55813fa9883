import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { DatabaseError } from "../../db/database-error.ts";
import { mustHaveChangedOne, mustHold } from "../../db/guard.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import { guardNameOf, isRefused, refusalFromDatabase, refusedBy } from "./database-refusal.ts";

const database = setUpDatabase();

/** The error of a write that the database refuses. */
async function refused(statement: string): Promise<unknown> {
  const { query, write } = database.db;
  return write([query.run(sql.raw(statement))]).then(
    () => null,
    (error: unknown) => error,
  );
}

test.each([
  ["DELETE FROM accounts", "ledger_append_only"],
  ["INSERT INTO counters (key, count, max, window_ends_at_ms) VALUES ('a', 2, 1, 0)", "too_many_requests"],
  ["INSERT INTO counters (key, count, max, window_ends_at_ms) VALUES (NULL, 1, 1, 0)", "NOT NULL counters.key"],
  ["INSERT INTO google_links (user_id, subject, linked_at_ms) VALUES ('nobody', 's', 0)", "FOREIGN KEY"],
  ["INSERT INTO pauses (what, reason, since_ms) VALUES ('a', '', 0), ('a', '', 0)", "UNIQUE pauses.what"],
])("the database's refusal of %p names the guard: %p", async (statement, name) => {
  const error = await refused(statement);
  expect(guardNameOf(error)).toBe(name);
  expect(isRefused(error)).toBe(true);
});

test("a statement that holds a condition names itself", async () => {
  const { query, write } = database.db;
  await addPerson(database.db, "ana");
  for (const statement of [
    mustHold(query, "trades_changed", sql`FALSE`),
    mustHaveChangedOne(query, "trades_changed"),
  ]) {
    const nothing = query.run(sql`UPDATE users SET theme = 2 WHERE id = 'nobody'`);
    const error = await write([nothing, statement]).catch((caught: unknown) => caught);
    expect(guardNameOf(error)).toBe("trades_changed");
    expect(refusalFromDatabase(error)).toMatchObject({ code: "wrong_state" });
  }
});

const fault = (message: string, code = "SQLITE_CONSTRAINT") => new DatabaseError(`SQLite error: ${message}`, code);

test("a guard is known by its whole name, not by a part of the message", () => {
  const username = fault("UNIQUE constraint failed: users.username_key");
  expect(refusedBy(username, "UNIQUE users.username_key")).toBe(true);
  expect(refusedBy(username, "UNIQUE users.email")).toBe(false);
  // Neither a column whose name holds a guard's, nor a longer name, nor a guard that no list has.
  expect(refusalFromDatabase(fault("NOT NULL constraint failed: things.wrong_state"))).toBeNull();
  expect(refusalFromDatabase(fault("not_wrong_state"))).toBeNull();
  expect(refusalFromDatabase(fault("bad JSON path: 'wrong_state_of_it'", "SQLITE_UNKNOWN"))).toBeNull();
  expect(refusalFromDatabase(fault("wrong_state"))).toMatchObject({ code: "wrong_state" });
});

test("what is no constraint names no guard", () => {
  for (const error of [fault("wrong_state", "SQLITE_UNKNOWN"), new Error("wrong_state"), "wrong_state", null]) {
    expect(guardNameOf(error)).toBeNull();
    expect(isRefused(error)).toBe(false);
  }
  const mismatch = fault("cannot store TEXT value in INTEGER column users.theme");
  expect([guardNameOf(mismatch), isRefused(mismatch)]).toEqual([null, true]);
});

test("a broken invariant, and a guard that its verb should have answered, have no answer of their own", () => {
  expect(refusalFromDatabase(fault("transfer_unbalanced"))).toBeNull();
  expect(refusalFromDatabase(fault("UNIQUE constraint failed: transfers.kind, transfers.reference"))).toBeNull();
});
