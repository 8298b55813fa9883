import { sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";

/** The statement that reads no table: it succeeds when the database responds. */
export function pingDatabase(query: Query) {
  return query.run(sql`SELECT 1`);
}
