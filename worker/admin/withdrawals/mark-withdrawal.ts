import type { Statement } from "../../../db/client.ts";
import type { AuditAction } from "../../contract/audit-actions.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Mail } from "../../platform/mail/compose-mail.ts";
import type { Scope } from "../../platform/scope.ts";
import { type Claim, type Payment, updateUnchanged } from "../../withdrawals/withdrawal-store.ts";
import { type ActingAdmin, runAdminCommand } from "../commands/run-admin-command.ts";
import { queueRules } from "../overview/queue-store.ts";
import { assertActable } from "./withdrawal-admin-rules.ts";
import {
  type AdminWithdrawalRow,
  type Colleague,
  selectAdminWithdrawal,
  selectColleagues,
  selectMovedAlone,
} from "./withdrawal-admin-store.ts";
import { adminWithdrawalView, withdrawalApprovals } from "./withdrawal-admin-view.ts";

type MarkChanges = {
  claim: Claim;
  /** Whose claim it is, if not the acting admin's. */
  claimedByName?: string;
  /** Whether nobody has reviewed it any more: an admin looked and decided nothing. */
  isUnreviewed?: boolean;
  /** The paying admin, if that changes. */
  payment?: Payment & Pick<AdminWithdrawalRow, "payerName" | "isPayerOperator" | "payerBeforeName">;
  /** More statements, after the claim. */
  statements?: readonly Statement[];
  /** More about it for the audit log. */
  detail?: Record<string, string>;
  mails?: readonly Mail[];
};

/**
 * Changes who works on a withdrawal or pays it. Its status and its version stay.
 *
 * @param mark.from the states in which the mark is allowed
 * @param mark.to the colleague whom it is about, whom `decide` gets if they are an operator
 * @param decide validates the withdrawal as it was read, and what the admin moved alone besides it (`selectMovedAlone`): throws
 * AppError, or returns the changes
 * @throws AppError what `decide` throws, `not_found` | `own_account` | `wrong_state` | `claimed_by_other` |
 * `key_reused`
 */
export function markWithdrawal(
  scope: Scope,
  id: string,
  mark: { version: number; from: readonly AdminWithdrawalRow["status"][]; action: AuditAction; to?: string },
  idempotencyKey: IdempotencyKey | null,
  decide: (
    row: AdminWithdrawalRow,
    movedCents: number,
    admin: ActingAdmin,
    nowMs: number,
    colleague: Colleague | undefined,
  ) => MarkChanges,
) {
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        ...selectAdminWithdrawal(query, callerId, id),
        selectMovedAlone(query, callerId, id, scope.now()),
        selectColleagues(query, callerId, mark.to ?? ""),
      ] as const,
    ([[found], images, [moved], [colleague]], admin, nowMs) => {
      const row = assertActable(found, mark, admin, nowMs);
      const decided = decide(row, moved?.cents ?? 0, admin, nowMs, colleague);
      const { claim, isUnreviewed = false, payment, statements = [], detail = {}, mails = [] } = decided;
      const claimedByName = claim.claimedBy === null ? null : (decided.claimedByName ?? admin.name);
      const reviewedAtMs = isUnreviewed ? null : (row.reviewedAtMs ?? nowMs);
      const isClaimerOperator = claim.claimedBy === null ? 0 : 1;
      const after = { ...row, ...payment, ...claim, claimedByName, isClaimerOperator, reviewedAtMs };
      return {
        reply: {
          withdrawal: adminWithdrawalView(after, images, queueRules(scope.settings, nowMs)),
          approvals: withdrawalApprovals(row),
        },
        statements: [
          // A claim that a colleague has taken since is kept.
          ...updateUnchanged(query, row, { ...claim, reviewedAtMs }, nowMs),
          ...statements,
          audit(query, { actor: admin.id, action: mark.action, subject: `withdrawal:${id}`, detail }, nowMs),
        ],
        mails,
      };
    },
  );
}
