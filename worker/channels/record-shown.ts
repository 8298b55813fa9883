import { AppError } from "../contract/errors.ts";
import { noteShown } from "../notifications/delivery/delivery-store.ts";
import { INPUT_TEXT } from "../platform/api-text.ts";
import type { Scope } from "../platform/scope.ts";
import { readShownReceipt } from "../push/push-receipt.ts";

/**
 * Writes down that a push was shown, as its receipt says; again it changes nothing. It needs no session: a service worker outlives one.
 * @throws AppError `invalid_input` for a receipt that is not ours, or too old
 */
export async function recordShown(scope: Scope, receipt: string): Promise<void> {
  const id = await readShownReceipt(scope, receipt);
  if (id === null) throw new AppError("invalid_input", INPUT_TEXT.invalid, { field: "receipt" });
  await scope.db.write([noteShown(scope.db.query, id, scope.now())]);
}
