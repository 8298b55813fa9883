import type { Statement } from "../../../db/client.ts";
import type { AuditAction } from "../../contract/audit-actions.ts";
import type { OnceKey } from "../../http/idempotency.ts";
import type { Scope } from "../../http/scope.ts";
import { audit } from "../audit/audit.ts";
import { actAtDesk, type DeskAdmin } from "../desk/desk-act.ts";
import { assertActable } from "./withdrawal-desk-rules.ts";
import { type Claim, type DeskWithdrawalRow, selectDeskWithdrawal, takeUp } from "./withdrawal-desk-store.ts";
import { deskWithdrawalView, withdrawalApprovals } from "./withdrawal-desk-view.ts";

type Marked = {
  claim: Claim;
  /** Who is paying it, when that changes. */
  payment?: Pick<DeskWithdrawalRow, "payerId" | "payerName" | "paymentStartedAtMs">;
  /** What is written besides the claim, after it. */
  statements?: readonly Statement[];
};

/**
 * Sets who works on a withdrawal or pays it. Nothing is decided: its status and its version stay.
 *
 * @param mark.from the states in which the mark makes sense
 * @param decide    judges the withdrawal as it was read: throws AppError, or says what it becomes
 * @throws AppError what `decide` throws, `not_found` | `own_account` | `wrong_state` | `claimed_by_other` | `key_reused`
 */
export function markWithdrawal(
  scope: Scope,
  id: string,
  mark: { version: number; from: readonly DeskWithdrawalRow["status"][]; action: AuditAction },
  once: OnceKey | null,
  decide: (row: DeskWithdrawalRow, admin: DeskAdmin, nowMs: number) => Marked,
) {
  const { query } = scope.db;
  return actAtDesk(
    scope,
    once,
    () => selectDeskWithdrawal(query, id),
    ([[found], images], admin, nowMs) => {
      const row = assertActable(found, mark, admin, nowMs);
      const { claim, payment, statements = [] } = decide(row, admin, nowMs);
      const claimedByName = claim.claimedBy === null ? null : admin.name;
      const after = { ...row, ...payment, ...claim, claimedByName, reviewedAtMs: row.reviewedAtMs ?? nowMs };
      return {
        reply: { withdrawal: deskWithdrawalView(after, images, nowMs), approvals: withdrawalApprovals(row) },
        statements: [
          // A claim that a colleague has taken since stays theirs.
          ...takeUp(query, row, claim, nowMs),
          ...statements,
          audit(query, { actor: admin.id, action: mark.action, subject: `withdrawal:${id}` }, nowMs),
        ],
      };
    },
  );
}
