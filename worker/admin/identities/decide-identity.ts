import { assertDecidable } from "../../identity/identity-rules.ts";
import { decideIdentity, type IdentityDecision } from "../../identity/identity-store.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Mail } from "../../platform/mail/compose-mail.ts";
import type { Scope } from "../../platform/scope.ts";
import { type AdminPlan, runAdminCommand } from "../commands/run-admin-command.ts";
import { type AdminIdentityRow, selectAdminIdentity } from "./identity-admin-store.ts";
import { adminIdentityView } from "./identity-admin-view.ts";

/**
 * An admin's decision, and its mail to the trader, which is sent only if the trader has not turned it off
 * (`contract/optional-mails-text.ts`).
 */
export type Verdict = Pick<IdentityDecision, "status" | "rejectReason" | "note"> & {
  mail: (row: AdminIdentityRow) => Mail;
};

/**
 * Decides about a pending identity, on the version that the admin saw.
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `key_reused`
 */
export function decideAsAdmin(
  scope: Scope,
  userId: string,
  { version, verdict }: { version: number; verdict: Verdict },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const { mail, ...outcome } = verdict;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectAdminIdentity(query, callerId, userId)] as const,
    ([[found]], admin, nowMs): AdminPlan<{ identity: ReturnType<typeof adminIdentityView> }> => {
      const row = assertDecidable(found, version, admin.id);
      const decision = { ...outcome, decidedBy: admin.id, decidedAtMs: nowMs };
      const decided = { ...row, ...decision, version: row.version + 1, decidedByName: admin.name };
      return {
        reply: { identity: adminIdentityView(decided) },
        statements: [
          ...decideIdentity(query, row, decision),
          audit(
            query,
            {
              actor: admin.id,
              action: `identity.${outcome.status}`,
              subject: `identity:${userId}`,
              detail: outcome.rejectReason === null ? {} : { reason: outcome.rejectReason, note: outcome.note ?? "" },
            },
            nowMs,
          ),
        ],
        mails: row.user.hasEmailNotifications ? [mail(row)] : [],
      };
    },
  );
}
