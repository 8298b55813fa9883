import { identityRejectedMail } from "../../identity/identity-mails.ts";
import { type IdentityRejectReason, rejectionText } from "../../identity/identity-rules.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { decisionNote, requiredNote } from "../commands/decision-note.ts";
import { decideAsAdmin } from "./decide-identity.ts";

/**
 * Rejects an ID card, with a reason that the trader reads; the trader may submit another. A note explains it in the
 * admin's own text, which the reason `other` requires.
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `invalid_input` | `key_reused`
 */
export function rejectIdentity(
  scope: Scope,
  userId: string,
  { version, reason, note: typedNote }: { version: number; reason: IdentityRejectReason; note: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const note = (reason === "other" ? requiredNote(typedNote, "note") : decisionNote(typedNote, "note")) || null;
  const reasonText = rejectionText(reason, note);
  const verdict = {
    status: "rejected" as const,
    rejectReason: reason,
    note,
    mail: ({ user }: { user: { email: string } }) =>
      identityRejectedMail(user.email, scope.settings.APP_ORIGIN, reasonText),
  };
  return decideAsAdmin(scope, userId, { version, verdict }, idempotencyKey);
}
