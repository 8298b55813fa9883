import type { DemoCommandAnswer } from "../contract/demo/demo-messages.ts";
import type { DemoCommand } from "../contract/demo/demo-types.ts";
import { AppError } from "../contract/errors.ts";
import { selectStanding } from "../platform/account-access-store.ts";
import { DEMO_TEXT, INPUT_TEXT } from "../platform/api-text.ts";
import type { IdempotencyKey } from "../platform/idempotency-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";

/**
 * Carries out a command in the caller's demo account. A repeat with the same key gets the first answer, also when that
 * was a refusal.
 * @throws AppError `not_signed_in` | `account_frozen` | `invalid_input` | `wrong_state` after a change elsewhere |
 * `not_found` | `too_many_open` | `no_fillable_price` | `insufficient_funds` | `too_many_requests` | `key_reused`
 */
export async function runDemoCommand(
  scope: Scope,
  command: DemoCommand,
  idempotencyKey: IdempotencyKey | null,
): Promise<DemoCommandAnswer> {
  const { caller, rows } = await authorizedBatch(scope, "act", (callerId) => [
    selectStanding(scope.db.query, callerId),
  ]);
  if (rows[0][0]?.frozenAtMs != null) throw new AppError("account_frozen", DEMO_TEXT.frozen);
  if (!idempotencyKey) throw new AppError("invalid_input", INPUT_TEXT.noKey, { field: "Idempotency-Key" });
  const { key, fingerprint } = idempotencyKey;
  const account = scope.bindings.DEMO_ACCOUNT.getByName(caller.userId);
  const outcome = await account.command(caller.userId, { key, fingerprint, command });
  if ("answer" in outcome) return outcome.answer;
  const { code, message, field } = outcome.refused;
  throw new AppError(code, message, field === null ? {} : { field });
}
