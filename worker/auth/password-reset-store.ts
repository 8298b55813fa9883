import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { passwordResets, users } from "../../db/schema/index.ts";
import type { MailAddress } from "../platform/mail-address.ts";
import { idAt } from "../platform/user-store.ts";

/** The only SQL that writes password resets. Functions return statements; verbs put them into batches. */

/**
 * The statement that stores this as the newest reset of the open account with an address, if the previous statement
 * changed a row.
 * @param reset.tokenHash hash of the token in the mail
 */
export function storeReset(query: Query, address: MailAddress, reset: { tokenHash: string; expiresAtMs: number }) {
  const owner = query
    .select({
      userId: users.id,
      tokenHash: sql<string>`${reset.tokenHash}`.as("token_hash"),
      expiresAtMs: sql<number>`${reset.expiresAtMs}`.as("expires_at_ms"),
    })
    .from(users)
    .where(sql`${users.id} = ${idAt(address)} AND ${users.closedAtMs} IS NULL AND changes() = 1`);
  return query.insert(passwordResets).select(owner).onConflictDoUpdate({ target: passwordResets.userId, set: reset });
}

function isValid(tokenHash: string, nowMs: number) {
  return and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAtMs, nowMs));
}

/** The statement that reads when a reset expires; no row when its token is not valid. */
export function selectReset(query: Query, tokenHash: string, nowMs: number) {
  return query
    .select({ expiresAtMs: passwordResets.expiresAtMs })
    .from(passwordResets)
    .where(isValid(tokenHash, nowMs));
}

/** The statement that reads whose password a reset replaces; no row when its token is not valid. */
export function selectUserOfReset(query: Query, tokenHash: string, nowMs: number) {
  return query
    .select({ id: users.id, email: users.email, username: users.username })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(isValid(tokenHash, nowMs));
}

/** The statement that uses up a reset. It changes no row when its token is not valid. */
export function consumeReset(query: Query, tokenHash: string, nowMs: number) {
  return query.delete(passwordResets).where(isValid(tokenHash, nowMs));
}

/** The statement that makes the reset mails of a user invalid. */
export function deleteResets(query: Query, userId: string) {
  return query.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

/** The statement that deletes expired resets. */
export function deleteExpiredResets(query: Query, nowMs: number) {
  return query.delete(passwordResets).where(lt(passwordResets.expiresAtMs, nowMs));
}
