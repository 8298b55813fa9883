import { eq, type SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { paymentMethods } from "../../db/schema/index.ts";

/** The only SQL about payment methods. Functions give statements; verbs put them into batches. */

/** Where a trader wants to be paid; no row before anything was configured. @param userId an SQL expression or an id */
export function selectPaymentMethods(query: Query, userId: SQL<string> | string) {
  return query.select(PAYMENT_METHOD_COLUMNS).from(paymentMethods).where(eq(paymentMethods.userId, userId));
}

export const PAYMENT_METHOD_COLUMNS = {
  khqrImage: paymentMethods.khqrImage,
  bankName: paymentMethods.bankName,
  accountId: paymentMethods.accountId,
  updatedAtMs: paymentMethods.updatedAtMs,
};

export type PaymentMethodRow = Awaited<ReturnType<typeof selectPaymentMethods>>[number];
