import { type SQL, sql } from "drizzle-orm";
import type { GuardName } from "./guard-names.ts";
import { prepared, type Value } from "./prepared.ts";

/**
 * A statement that aborts its whole batch unless the statement directly before it changed exactly one row.
 *
 * An UPDATE that matches nothing is no error to SQL, and what follows it in the batch would be written all the same.
 * The bad JSON path is the one way for plain SQL to raise an error that carries a name; see `guardNameOf`.
 */
export const mustHaveChangedOne = prepared((query, name: Value<GuardName>) =>
  query.run(sql`SELECT CASE WHEN changes() = 1 THEN 1 ELSE json_extract('{}', ${name}) END`),
);

/**
 * A statement that aborts its whole batch unless a condition holds after the statements before it.
 */
export const mustHold = prepared((query, name: Value<GuardName>, condition: SQL) =>
  query.run(sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json_extract('{}', ${name}) END`),
);
