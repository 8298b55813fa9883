import { sql } from "drizzle-orm";
import { prepared } from "../../db/prepared.ts";

/** The statement that reads no table: it succeeds when the database responds. */
export const pingDatabase = prepared((query) => query.run(sql`SELECT 1`));
