import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql/web";
import { migrateDatabase } from "../../db/migrate.ts";
import { setUpDatabaseBefore } from "../../dev/test/test-database.ts";

const database = setUpDatabaseBefore("devices_that_count_apart");

test("accounts that have logged in before keep what is known of their first device", async () => {
  const { url } = database;
  const db = drizzle({ connection: { url } });
  const person = (id: string) =>
    sql`INSERT INTO users (id, email, username, username_key, first_name, last_name, password_hash, time_zone, created_at_ms)
      VALUES (${id}, ${id}, ${id}, ${id}, ${id}, ${id}, '-', 'UTC', 0)`;
  const device = (id: string, hash: string, atMs: number) =>
    sql`INSERT INTO known_devices (user_id, device_hash, last_log_in_at_ms) VALUES (${id}, ${hash}, ${atMs})`;
  const logIn = (id: string, isNewDevice: boolean) =>
    sql`INSERT INTO audit_log (at_ms, actor, action, subject, detail)
      VALUES (1, ${id}, 'user.logged_in', ${`user:${id}`}, ${JSON.stringify({ by: "password", isNewDevice })})`;
  for (const statement of [
    ...["never", "one", "two", "replaced", "forgotten"].map(person),
    ...[device("one", "a", 5), logIn("one", false)],
    ...[device("two", "a", 5), device("two", "b", 7), logIn("two", false), logIn("two", true)],
    // The known device came second; the first one was deleted.
    ...[device("replaced", "b", 9), logIn("replaced", false), logIn("replaced", true)],
    ...[logIn("forgotten", false)],
  ]) {
    await db.run(statement);
  }

  await migrateDatabase({ url });
  const { rows } = await db.run(sql`SELECT id, first_device_hash, other_device_log_in_at_ms FROM users ORDER BY id`);
  expect(rows.map((row) => [row.id, row.first_device_hash, row.other_device_log_in_at_ms])).toEqual([
    ["forgotten", "", null],
    ["never", null, null],
    ["one", "a", null],
    ["replaced", "", 9],
    ["two", "", 7],
  ]);
});
