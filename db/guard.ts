import { type SQL, sql } from "drizzle-orm";
import type { Query } from "./client.ts";

/**
 * A statement that aborts its whole batch unless the statement directly before it changed exactly one row.
 *
 * An UPDATE that matches no row is no error in SQL, and the later statements of the batch would still be written. An
 * invalid JSON path is the only way for plain SQL to raise an error with a chosen name; see `refusedBy`.
 *
 * @param name the guard's name, in snake_case
 */
export function mustHaveChangedOne(query: Query, name: string) {
  return query.run(sql`SELECT CASE WHEN changes() = 1 THEN 1 ELSE json_extract('{}', ${name}) END`);
}

/**
 * A statement that aborts its whole batch unless a condition holds after the statements before it.
 *
 * @param name the guard's name, in snake_case
 */
export function mustHold(query: Query, name: string, condition: SQL) {
  return query.run(sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json_extract('{}', ${name}) END`);
}
