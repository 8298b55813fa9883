import { type IdentityRejectReason, rejectionWords } from "../../identity/identity-rules.ts";
import type { IdempotencyKey } from "../../platform/idempotency.ts";
import { identityRejectedMail } from "../../platform/mails.ts";
import type { Scope } from "../../platform/scope.ts";
import { decisionNote, requiredNote } from "../commands/decision-note.ts";
import { decideAsAdmin } from "./decide-identity.ts";

/**
 * Refuses an ID card, with a reason that the trader reads; they may send another. A note says it in the admin's own words,
 * which the reason `other` wants.
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `invalid_input` | `key_reused`
 */
export function rejectIdentity(
  scope: Scope,
  userId: string,
  { version, reason, note: written }: { version: number; reason: IdentityRejectReason; note: string },
  once: IdempotencyKey | null,
) {
  const note = (reason === "other" ? requiredNote(written, "note") : decisionNote(written, "note")) || null;
  const words = rejectionWords(reason, note);
  const verdict = {
    status: "rejected" as const,
    rejectReason: reason,
    note,
    mail: ({ user }: { user: { email: string } }) => identityRejectedMail(user.email, scope.settings.APP_ORIGIN, words),
  };
  return decideAsAdmin(scope, userId, { version, verdict }, once);
}
