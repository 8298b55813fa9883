import { desc, eq, inArray, sql } from "drizzle-orm";
import { prepared } from "./prepared.ts";
import { accountChanges } from "./schema/account-changes.ts";
import type { Query } from "./statement.ts";

/** The most changes that one batch claims, the newest first. Later batches claim the rest, and the checks of objects find it. */
const CLAIMED_MAX = 100;

/** Ahead of the database's clock, which need not be that of the Worker which wrote the time. */
const CLOCKS_DIFFER_MS = 1_000;

const NOW_MS = `CAST(unixepoch('subsec') * 1000 AS INTEGER) + ${CLOCKS_DIFFER_MS}`;

/** Whether a notification or a message of a channel is due now: one look at the end of an index each. */
const isDeliveryDue = sql<number>`(EXISTS (SELECT 1 FROM notifications WHERE channel_due_at_ms <= ${sql.raw(NOW_MS)}) OR EXISTS (SELECT 1 FROM deliveries WHERE due_at_ms <= ${sql.raw(NOW_MS)}))`;

/**
 * The statement that ends a batch and returns the persons whose accounts it has changed, and whether the dispatcher of channels has something to do: triggers have written that into
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
    .returning({ userId: accountChanges.userId, isDeliveryDue });
});
