import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { images, paymentMethods } from "../../db/schema/index.ts";
import { activeMethods, type PaymentMethods } from "./payment-method-rules.ts";

/** The only SQL about payment methods. Functions give statements; verbs put them into batches. */

export const PAYMENT_METHOD_COLUMNS = {
  // First one that is never NULL: by the first column alone drizzle tells a row that a LEFT JOIN did not find.
  updatedAtMs: paymentMethods.updatedAtMs,
  khqrImage: paymentMethods.khqrImage,
  bankName: paymentMethods.bankName,
  accountId: paymentMethods.accountId,
  configuredAtMs: paymentMethods.configuredAtMs,
};

/** Where in the bucket the caller's payment code lies; no row when there is none. */
export function selectPaymentCodeKey(query: Query, me: SQL<string>) {
  return query
    .select({ objectKey: images.objectKey })
    .from(paymentMethods)
    .innerJoin(images, eq(images.filename, paymentMethods.khqrImage))
    .where(eq(paymentMethods.userId, me));
}

/** The statement that lets go of a payment code that another one replaces, so that it can be deleted. */
export function releasePaymentCode(query: Query, me: SQL<string>, filename: string | null) {
  const isThis = and(eq(paymentMethods.userId, me), eq(paymentMethods.khqrImage, filename ?? ""));
  return query.update(paymentMethods).set({ khqrImage: null }).where(isThis);
}

/**
 * The statements that write what is configured, and when a method was first active.
 * @param seenAtMs when the row that was judged was written, 0 when there was none: if it has changed since, the database
 *                 refuses the batch (`payment_methods_changed`)
 */
export function writePaymentMethods(
  query: Query,
  me: SQL<string>,
  methods: PaymentMethods,
  { seenAtMs, nowMs }: { seenAtMs: number; nowMs: number },
) {
  const { khqrImage, bankName, accountId } = methods;
  const row = { khqrImage, bankName, accountId, updatedAtMs: Math.max(nowMs, seenAtMs + 1) };
  const { khqr, bankTransfer } = activeMethods(methods);
  const configuredAtMs = khqr || bankTransfer ? nowMs : null;
  const set = { ...row, configuredAtMs: sql`coalesce(${paymentMethods.configuredAtMs}, ${configuredAtMs})` };
  return [
    query
      .insert(paymentMethods)
      .values({ userId: me, ...row, configuredAtMs })
      .onConflictDoUpdate({ target: paymentMethods.userId, set, setWhere: eq(paymentMethods.updatedAtMs, seenAtMs) }),
    mustHaveChangedOne(query, "payment_methods_changed"),
  ] as const;
}
