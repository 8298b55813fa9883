import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { prepared, shaped, type Value } from "../../db/prepared.ts";
import { withdrawalImages, withdrawals } from "../../db/schema/index.ts";

/** A row of `withdrawal_images`. */
export type WithdrawalImage = typeof withdrawalImages.$inferSelect;

/** The images that admins attached to withdrawals, in upload order. @param which narrows the withdrawals */
export const selectWithdrawalImages = prepared((query, which: SQL) => {
  const ids = query.select({ id: withdrawals.id }).from(withdrawals).where(which);
  return query
    .select()
    .from(withdrawalImages)
    .where(inArray(withdrawalImages.withdrawalId, ids))
    .orderBy(asc(withdrawalImages.uploadedAtMs));
});

/** The images that admins attached to the caller's withdrawals, or to one of them. */
export function selectOwnWithdrawalImages(query: Query, callerId: SQL<string>, id?: string) {
  return selectWithdrawalImages(query, isOwn(callerId, id));
}

const isOwn = shaped((userId: SQL, id: Value<string> | undefined) => {
  const isThis = id && eq(withdrawals.id, id);
  return sql`${and(isThis, eq(withdrawals.userId, userId))}`;
});

/** The statement that attaches an image to a withdrawal. */
export function attachImage(query: Query, image: WithdrawalImage) {
  return query.insert(withdrawalImages).values(image);
}

/** The statement that detaches an image from a withdrawal. */
export function detachImage(
  query: Query,
  { filename, withdrawalId }: Pick<WithdrawalImage, "filename" | "withdrawalId">,
) {
  return query
    .delete(withdrawalImages)
    .where(and(eq(withdrawalImages.filename, filename), eq(withdrawalImages.withdrawalId, withdrawalId)));
}
