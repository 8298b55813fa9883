import { identityReopenedMail } from "../../identity/identity-mails.ts";
import { assertReopenable } from "../../identity/identity-rules.ts";
import { decideIdentity } from "../../identity/identity-store.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { type AdminPlan, runAdminCommand } from "../commands/run-admin-command.ts";
import { selectAdminIdentity } from "./identity-admin-store.ts";
import { adminIdentityView } from "./identity-admin-view.ts";

/**
 * Revokes a verification, with a reason that the trader reads: they may change their name and submit another ID card.
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `invalid_input` | `step_up_required` | `key_reused`
 */
export function reopenIdentity(
  scope: Scope,
  userId: string,
  input: { version: number; reason: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const reason = requiredNote(input.reason, "reason");
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectAdminIdentity(query, callerId, userId)] as const,
    ([[found]], admin, nowMs): AdminPlan<{ identity: ReturnType<typeof adminIdentityView> }> => {
      const row = assertReopenable(found, input.version, admin.id);
      const decision = {
        status: "rejected" as const,
        rejectReason: "reopened" as const,
        note: reason,
        decidedBy: admin.id,
        decidedAtMs: nowMs,
      };
      const after = { ...row, ...decision, version: row.version + 1, decidedByName: admin.name };
      return {
        reply: { identity: adminIdentityView(after) },
        statements: [
          ...decideIdentity(query, row, decision),
          audit(
            query,
            { actor: admin.id, action: "identity.reopened", subject: `identity:${userId}`, detail: { reason } },
            nowMs,
          ),
        ],
        mails: [identityReopenedMail(row.user.email, scope.settings.APP_ORIGIN, reason)],
      };
    },
  );
}
