import { describe, expect, test } from "bun:test";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { openDatabase } from "./client.ts";
import { prepared, preparedInsert, shaped, type Value } from "./prepared.ts";

const things = sqliteTable("things", {
  id: text("id").primaryKey(),
  size: integer("size"),
  isOpen: integer("is_open", { mode: "boolean" }),
});
const { query } = openDatabase({ url: "http://localhost:1" });

let built = 0;
const ownerId = shaped((token: Value<string>, isStrict: boolean) => {
  built += 1;
  return sql<string>`(SELECT user_id FROM sessions WHERE token = ${token} ${isStrict ? sql`AND strict = ${1}` : sql``})`;
});
const selectThings = prepared((builder, owner: SQL, size: Value<number> | undefined, limit: Value<number>) => {
  built += 1;
  return builder
    .select({ id: things.id })
    .from(things)
    .where(and(eq(things.id, owner), size && eq(things.size, size)))
    .limit(limit);
});

describe("a prepared statement", () => {
  test("is built once for each shape, and has the values of its call", () => {
    const first = selectThings(query, ownerId("a", false), undefined, 3).toSQL();
    const countAfterFirst = built;
    const second = selectThings(query, ownerId("b", false), undefined, 4).toSQL();
    expect(built).toBe(countAfterFirst);
    expect(second.sql).toBe(first.sql);
    expect([first.params, second.params]).toEqual([
      ["a", 3],
      ["b", 4],
    ]);
  });

  test("has another text when an argument is absent or a choice differs", () => {
    const narrow = selectThings(query, ownerId("a", true), 7, 3).toSQL();
    expect(narrow.params).toEqual(["a", 1, 7, 3]);
    expect(narrow.sql).toContain('"size" = ?');
    expect(selectThings(query, ownerId("a", true), undefined, 3).toSQL().sql).not.toContain('"size" = ?');
  });

  test("is the statement that Drizzle builds from the values", () => {
    const plain = query
      .select({ id: things.id })
      .from(things)
      .where(and(eq(things.id, sql<string>`(SELECT user_id FROM sessions WHERE token = ${"a"} )`), eq(things.size, 7)))
      .limit(3);
    const { sql: expected, params } = plain.toSQL();
    expect(selectThings(query, ownerId("a", false), 7, 3).toSQL()).toEqual({ sql: expected, params });
  });

  test("takes an expression that is not shaped, and keeps nothing of it", () => {
    const one = selectThings(query, sql`${"x"}`, undefined, 1).toSQL();
    const other = selectThings(query, sql`${"y"}`, undefined, 2).toSQL();
    expect([one.params, other.params]).toEqual([
      ["x", 1],
      ["y", 2],
    ]);
  });

  test("encodes values as their columns do", () => {
    const close = prepared((builder, isOpen: Value<boolean | string>) =>
      builder.update(things).set({ isOpen: sql`${isOpen}` }),
    );
    expect(close(query, "yes").toSQL().params).toEqual(["yes"]);
    const insert = prepared((builder, id: Value<string>) => builder.insert(things).values({ id, isOpen: true }));
    expect(insert(query, "t").toSQL().params).toEqual(["t", 1]);
  });
});

test("a prepared insert is Drizzle's, whatever columns a row has and in whatever form its values come", () => {
  const insert = preparedInsert(things);
  for (const row of [
    { id: "a", size: 1, isOpen: true },
    { id: "b", size: 2, isOpen: false },
    { id: ownerId("c", false), size: undefined },
    { id: sql<string>`lower(${"D"})`, size: null },
  ]) {
    expect(insert(query, row).toSQL()).toEqual(query.insert(things).values(row).toSQL());
  }
});

test("a shaped expression stands in a statement that is not prepared", () => {
  const { sql: expression, params } = query
    .select({ id: things.id })
    .from(things)
    .where(eq(things.id, ownerId("q", true)))
    .toSQL();
  expect(expression).toContain("(SELECT user_id FROM sessions WHERE token = ? AND strict = ?)");
  expect(params).toEqual(["q", 1]);
});
