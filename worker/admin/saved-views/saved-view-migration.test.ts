import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { migrateDatabase } from "../../../db/migrate.ts";
import { savedViews } from "../../../db/schema/index.ts";
import { setUpDatabaseBefore } from "../../../dev/test/test-database.ts";
import { SAVED_VIEW_LISTS } from "../../contract/saved-views.ts";
import { guardNameOf } from "../../platform/database-refusal.ts";

setDefaultTimeout(600_000);

const database = setUpDatabaseBefore("saved_views_lists");

test("saved views of before stay as they were, and each list has its own", async () => {
  const { db, url } = database;
  const run = (statement: string) => db.query.run(sql.raw(statement));
  const insert = (id: string, list: string) =>
    run(`INSERT INTO saved_views (id, user_id, list, name, name_key, query, created_at_ms)
      VALUES ('${id}', 'dara', '${list}', 'Big', 'big', 'minAmount=1000', 7)`);
  await db.write([
    run(`INSERT INTO users (id, email, username, username_key, first_name, last_name, role, role_given_by, password_hash, time_zone, created_at_ms)
      VALUES ('dara', 'dara@example.com', 'dara', 'dara', 'A', 'B', 'admin', 'system', '-', 'UTC', 0)`),
    insert("before", "withdrawals"),
  ]);
  await migrateDatabase({ url });
  const before = {
    id: "before",
    userId: "dara",
    list: "withdrawals",
    name: "Big",
    nameKey: "big",
    query: "minAmount=1000",
  };
  const [kept] = await db.read([db.query.select().from(savedViews)]);
  expect(kept).toEqual([{ ...before, createdAtMs: 7 } as typeof savedViews.$inferSelect]);

  await db.write(SAVED_VIEW_LISTS.filter((list) => list !== "withdrawals").map((list) => insert(list, list)));
  const refusal = async (statement: string) =>
    guardNameOf(await db.write([run(statement)]).catch((error: unknown) => error));
  const another = (list: string) =>
    `INSERT INTO saved_views (id, user_id, list, name, name_key, query, created_at_ms) VALUES ('x', 'dara', '${list}', 'Big', 'big', '', 8)`;
  expect(await refusal(another("users"))).toBe("saved_views_list");
  expect(await refusal(another("deposits"))).toBe("UNIQUE saved_views.user_id, saved_views.list, saved_views.name_key");
  expect(await refusal("UPDATE saved_views SET name = 'Other'")).toBe("saved_views_fixed");
});
