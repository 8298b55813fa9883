import { type SQL, sql } from "drizzle-orm";
import type { Query } from "./client.ts";
import type { GuardName } from "./guard-names.ts";

/**
 * A statement that aborts its whole batch unless the statement directly before it changed exactly one row.
 *
 * An UPDATE that matches nothing is no error to SQL, and what follows it in the batch would be written all the same.
 * The bad JSON path is the one way for plain SQL to raise an error that carries a name; see `guardNameOf`.
 */
export function mustHaveChangedOne(query: Query, name: GuardName) {
  return query.run(sql`SELECT CASE WHEN changes() = 1 THEN 1 ELSE json_extract('{}', ${name}) END`);
}

/**
 * A statement that aborts its whole batch unless a condition holds after the statements before it.
 */
export function mustHold(query: Query, name: GuardName, condition: SQL) {
  return query.run(sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json_extract('{}', ${name}) END`);
}
