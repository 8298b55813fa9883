import { desc, eq, inArray } from "drizzle-orm";
import { prepared } from "./prepared.ts";
import { accountChanges } from "./schema/account-changes.ts";
import type { Query } from "./statement.ts";

/** The most changes that one batch claims, the newest first. Later batches claim the rest, and the checks of objects find it. */
const CLAIMED_MAX = 100;

/**
 * The statement that ends a batch and returns the persons whose accounts it has changed: triggers have written that into
 * `account_changes`, and no other transaction writes before the batch ends. What nobody has claimed before is among it, such as the
 * changes of a program.
 */
export const claimAccountChanges = prepared((query: Query) => {
  const unclaimed = query
    .select({ id: accountChanges.id })
    .from(accountChanges)
    .where(eq(accountChanges.isClaimed, false))
    .orderBy(desc(accountChanges.id))
    .limit(CLAIMED_MAX);
  return query
    .update(accountChanges)
    .set({ isClaimed: true })
    .where(inArray(accountChanges.id, unclaimed))
    .returning({ userId: accountChanges.userId });
});
