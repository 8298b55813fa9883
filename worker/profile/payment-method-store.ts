import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne, mustHold } from "../../db/guard.ts";
import { images, paymentMethods, users } from "../../db/schema/index.ts";
import { DAY_MS } from "../contract/time.ts";
import { activeMethods, type PaymentMethods } from "./payment-method-rules.ts";

/** The only SQL that writes payment methods. Functions return statements; verbs put them into batches. */

/** The columns of a trader's methods. */
export const PAYMENT_METHOD_COLUMNS = {
  // First a column that is never NULL: Drizzle detects a missing LEFT JOIN row by the first column alone.
  updatedAtMs: paymentMethods.updatedAtMs,
  khqrImage: paymentMethods.khqrImage,
  khqrHolder: paymentMethods.khqrHolder,
  bankName: paymentMethods.bankName,
  accountId: paymentMethods.accountId,
  bankHolder: paymentMethods.bankHolder,
  configuredAtMs: paymentMethods.configuredAtMs,
};

/**
 * The statement that reads the other facts which decide whether a first method holds withdrawals. A device counts for a
 * day.
 * @returns one row, or none for an unauthenticated caller
 */
export function selectRisks(query: Query, callerId: SQL<string>, nowMs: number) {
  const risks = { hasPaidDeposit, hasOtherDevice: hasOtherDevice(nowMs) };
  return query.select(risks).from(users).where(eq(users.id, callerId));
}

// Written out because Drizzle omits table names in a statement about one table.
const hasPaidDeposit = sql<number>`EXISTS (SELECT 1 FROM deposits WHERE deposits.user_id = users.id AND deposits.status = 'paid')`;

function hasOtherDevice(nowMs: number) {
  return sql<number>`coalesce(users.other_device_log_in_at_ms > ${nowMs - DAY_MS}, 0)`;
}

/**
 * The statement that refuses a batch (`payment_methods_changed`) when a deposit was paid, or somebody logged in on
 * another device, since it was decided that a first method holds nothing.
 */
export function mustBeWithoutRisks(query: Query, callerId: SQL<string>, nowMs: number) {
  const risky = sql`SELECT 1 FROM users WHERE users.id = ${callerId} AND (${hasPaidDeposit} OR ${hasOtherDevice(nowMs)})`;
  return mustHold(query, "payment_methods_changed", sql`NOT EXISTS (${risky})`);
}

/** The bucket key of the caller's payment code image; no row without one. */
export function selectPaymentCodeKey(query: Query, callerId: SQL<string>) {
  return query
    .select({ objectKey: images.objectKey })
    .from(paymentMethods)
    .innerJoin(images, eq(images.filename, paymentMethods.khqrImage))
    .where(eq(paymentMethods.userId, callerId));
}

/** The statement that removes the reference to a replaced payment code, so that its image can be deleted. */
export function releasePaymentCode(query: Query, callerId: SQL<string>, filename: string | null) {
  const isThis = and(eq(paymentMethods.userId, callerId), eq(paymentMethods.khqrImage, filename ?? ""));
  return query.update(paymentMethods).set({ khqrImage: null }).where(isThis);
}

/**
 * The statements that write the methods, and when one was first active.
 * @param seenAtMs when the row that was read was written, 0 without one: if it has changed since, the database refuses
 * the batch (`payment_methods_changed`)
 */
export function writePaymentMethods(
  query: Query,
  callerId: SQL<string>,
  methods: PaymentMethods,
  { seenAtMs, nowMs }: { seenAtMs: number; nowMs: number },
) {
  const { khqrImage, khqrHolder, bankName, accountId, bankHolder } = methods;
  const row = { khqrImage, khqrHolder, bankName, accountId, bankHolder, updatedAtMs: Math.max(nowMs, seenAtMs + 1) };
  const { khqr, bankTransfer } = activeMethods(methods);
  const configuredAtMs = khqr || bankTransfer ? nowMs : null;
  const set = { ...row, configuredAtMs: sql`coalesce(${paymentMethods.configuredAtMs}, ${configuredAtMs})` };
  return [
    query
      .insert(paymentMethods)
      .values({ userId: callerId, ...row, configuredAtMs })
      .onConflictDoUpdate({ target: paymentMethods.userId, set, setWhere: eq(paymentMethods.updatedAtMs, seenAtMs) }),
    mustHaveChangedOne(query, "payment_methods_changed"),
  ] as const;
}

/** The statement that deletes a user's methods. */
export function deletePaymentMethods(query: Query, userId: string) {
  return query.delete(paymentMethods).where(eq(paymentMethods.userId, userId));
}
