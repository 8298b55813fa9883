import { eq, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { googleLinks, users } from "../../db/schema/index.ts";

/**
 * The only SQL that writes the links between accounts and Google accounts. It lies here because a reset of the password
 * deletes them. Functions return statements; verbs put them into batches.
 */

/** The statement that links a Google account. The database refuses one that is linked, and a second one of a user. */
export function insertGoogleLink(query: Query, userId: string, subject: string, nowMs: number) {
  return query.insert(googleLinks).values({ userId, subject, linkedAtMs: nowMs });
}

/** The statement that deletes the link of a user. */
export function deleteGoogleLink(query: Query, userId: string) {
  return query.delete(googleLinks).where(eq(googleLinks.userId, userId));
}

/** The statement that deletes the link of a user whose address is not verified. */
export function deleteUnverifiedGoogleLink(query: Query, userId: string) {
  return query
    .delete(googleLinks)
    .where(
      sql`${googleLinks.userId} = ${userId} AND EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${users.emailVerifiedAtMs} IS NULL)`,
    );
}
