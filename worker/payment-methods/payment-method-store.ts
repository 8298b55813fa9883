import { eq, type SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { paymentMethods } from "../../db/schema/index.ts";

/** The only SQL about payment methods. Functions give statements; verbs put them into batches. */

/** Where a trader wants to be paid; no row before anything was configured. @param userId an SQL expression or an id */
export function selectPaymentMethods(query: Query, userId: SQL<string> | string) {
  return query.select(PAYMENT_METHOD_COLUMNS).from(paymentMethods).where(eq(paymentMethods.userId, userId));
}

/**
 * The first is one that is never NULL: in a left join Drizzle takes the group for missing when its first column is NULL.
 */
export const PAYMENT_METHOD_COLUMNS = {
  bankName: paymentMethods.bankName,
  accountId: paymentMethods.accountId,
  khqrImage: paymentMethods.khqrImage,
  updatedAtMs: paymentMethods.updatedAtMs,
};

export type PaymentMethodRow = Awaited<ReturnType<typeof selectPaymentMethods>>[number];
