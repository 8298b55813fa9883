import { AppError } from "../contract/errors.ts";
import type { TerminalChangesAnswer } from "../contract/terminal/terminal-changes.ts";
import type { TerminalChange } from "../contract/terminal/terminal-schema.ts";
import { selectStanding } from "../platform/account-access-store.ts";
import { TERMINAL_TEXT } from "../platform/api-text.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";

/**
 * Changes drawings and settings of the caller. A change that a newer one was there for has no effect, nor has a repeat, so
 * that no idempotency key is needed. All are made, or, when one is refused, none.
 * @throws AppError `not_signed_in` | `account_frozen` | `too_many_open` above the drawings of a symbol | `too_many_requests`
 */
export async function changeTerminal(scope: Scope, changes: readonly TerminalChange[]): Promise<TerminalChangesAnswer> {
  const { caller, rows } = await authorizedBatch(scope, "act", (callerId) => [
    selectStanding(scope.db.query, callerId),
  ]);
  // Who holds the session may not be the owner.
  if (rows[0][0]?.frozenAtMs != null) throw new AppError("account_frozen", TERMINAL_TEXT.frozen);
  const account = scope.bindings.DEMO_ACCOUNT.getByName(caller.userId);
  const outcome = await account.changeTerminal(caller.userId, changes);
  if ("records" in outcome) return outcome;
  const { code, message, field } = outcome.refused;
  throw new AppError(code, message, field === null ? {} : { field });
}
