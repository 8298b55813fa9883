import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql/web";
import { migrateDatabase } from "../../db/migrate.ts";
import { setUpDatabaseBefore } from "../../dev/test/test-database.ts";

const database = setUpDatabaseBefore("email_notifications");

test("accounts from before the setting still get every mail", async () => {
  const { url } = database;
  const db = drizzle({ connection: { url } });
  await db.run(
    sql`INSERT INTO users (id, email, username, username_key, first_name, last_name, password_hash, time_zone, created_at_ms)
      VALUES ('old', 'old', 'old', 'old', 'old', 'old', '-', 'UTC', 0)`,
  );
  await migrateDatabase({ url });
  const { rows } = await db.run(sql`SELECT has_email_notifications FROM users`);
  expect(rows.map((row) => row.has_email_notifications)).toEqual([1]);
});
