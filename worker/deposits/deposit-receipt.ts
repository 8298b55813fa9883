import { AppError } from "../contract/errors.ts";
import { isoOrNull } from "../contract/iso-time.ts";
import { accountIdOf } from "../contract/khqr-fields.ts";
import { CURRENCY } from "../contract/limits.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { selectReceipt } from "./deposit-store.ts";

/**
 * The receipt of the caller's own paid deposit.
 * @returns the amount credited in dollars, and the account named in the code, even if another one is configured today
 * @throws AppError `not_signed_in` | `not_found` also for another user's deposit and for one that is not paid
 */
export async function depositReceipt(scope: Scope, billNumber: string) {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectReceipt(scope.db.query, callerId, billNumber),
  ]);
  const [row] = rows[0];
  if (!row || row.paidAtMs === null || row.paidCents === null) throw new AppError("not_found", ERROR_TEXT.not_found);
  return {
    billNumber: row.billNumber,
    amount: dollarsFromCents(row.paidCents),
    currency: CURRENCY,
    paidAt: new Date(row.paidAtMs).toISOString(),
    /** When the bank took the payment back: the receipt stays, and says so. */
    reversedAt: isoOrNull(row.reversedAtMs),
    settlementHash: row.settlementHash,
    accountId: accountIdOf(row.qrString),
    name: `${row.firstName} ${row.lastName}`,
  };
}
