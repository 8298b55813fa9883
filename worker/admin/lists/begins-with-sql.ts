import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** The condition that a column starts with a text, as an index range; LIKE would not use the index. */
export function beginsWith(column: SQLiteColumn | SQL, text: SQL | string): SQL {
  return sql`(${column} >= ${text} AND ${column} < ${text} || ${"\u{10FFFF}"})`;
}
