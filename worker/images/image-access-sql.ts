import { type SQL, sql } from "drizzle-orm";
import { images, withdrawalImages, withdrawals } from "../../db/schema/index.ts";
import { SEEN_BY } from "../contract/admin-roles.ts";
import { isAdminSession } from "../platform/session-store.ts";

/**
 * The condition that a caller may read an image: its owner, an admin session with a role that sees it (`SEEN_BY`), and for an avatar every
 * signed-in user.
 * The owner may read a proof of payment only once the withdrawal is completed.
 * @param caller.callerId the id of the user, as SQL; NULL for an unauthenticated caller
 * @param caller.cookieHash identifies the caller's session
 */
export function mayReadImage({ callerId, cookieHash }: { callerId: SQL<string>; cookieHash: string }): SQL {
  const isCompleted = sql`EXISTS (SELECT 1 FROM ${withdrawalImages} JOIN ${withdrawals} ON ${withdrawals.id} = ${withdrawalImages.withdrawalId} WHERE ${withdrawalImages.filename} = ${images.filename} AND ${withdrawals.status} = 'completed')`;
  const isForOwner = sql`(${images.purpose} <> 'proof' OR ${isCompleted})`;
  const isForAdmin = sql`CASE ${images.purpose} WHEN 'id_card' THEN ${isAdminSession(cookieHash, SEEN_BY.idCard)} ELSE ${isAdminSession(cookieHash, SEEN_BY.paymentImage)} END`;
  return sql`((${images.userId} = ${callerId} AND ${isForOwner}) OR (${callerId} IS NOT NULL AND (${images.purpose} = 'avatar' OR ${isForAdmin})))`;
}
