import { identityVerifiedMail } from "../../identity/identity-mails.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { decideAsAdmin } from "./decide-identity.ts";

/**
 * Confirms that the ID card is the trader's. The verification stays, whatever the trader submits later.
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `step_up_required` | `key_reused`
 */
export function verifyIdentity(
  scope: Scope,
  userId: string,
  { version }: { version: number },
  idempotencyKey: IdempotencyKey | null,
) {
  const verdict = {
    status: "verified" as const,
    rejectReason: null,
    note: null,
    mail: ({ user }: { user: { email: string } }) => identityVerifiedMail(user.email, scope.settings.APP_ORIGIN),
  };
  return decideAsAdmin(scope, userId, { version, verdict }, idempotencyKey);
}
