import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** The condition that a column begins with a text, as a span of its index, which LIKE would not use. */
export function beginsWith(column: SQLiteColumn | SQL, text: SQL | string): SQL {
  return sql`(${column} >= ${text} AND ${column} < ${text} || ${"\u{10FFFF}"})`;
}
