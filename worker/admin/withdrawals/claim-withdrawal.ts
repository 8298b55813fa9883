import { WITHDRAWAL } from "../../contract/limits.ts";
import type { OnceKey } from "../../http/idempotency.ts";
import type { Scope } from "../../http/scope.ts";
import { audit } from "../audit/audit.ts";
import { actAtDesk } from "../desk/desk-act.ts";
import { assertActable } from "./withdrawal-desk-rules.ts";
import { selectDeskWithdrawal, takeUp } from "./withdrawal-desk-store.ts";
import { deskWithdrawalView, withdrawalApprovals } from "./withdrawal-desk-view.ts";

/**
 * Takes a withdrawal up for ten minutes, so that no two admins work on it; claiming it again lengthens that. The trader
 * sees that it is in review.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `claimed_by_other` | `key_reused`
 */
export function claimWithdrawal(scope: Scope, id: string, { version }: { version: number }, once: OnceKey | null) {
  const { query } = scope.db;
  return actAtDesk(
    scope,
    once,
    () => selectDeskWithdrawal(query, id),
    ([[found], images], admin, nowMs) => {
      const row = assertActable(found, { from: ["pending", "approved"], version }, admin, nowMs);
      const claim = { claimedBy: admin.id, claimedUntilMs: nowMs + WITHDRAWAL.claimMs };
      const claimed = { ...row, ...claim, claimedByName: admin.name, reviewedAtMs: row.reviewedAtMs ?? nowMs };
      return {
        reply: { withdrawal: deskWithdrawalView(claimed, images, nowMs), approvals: withdrawalApprovals(row) },
        statements: [
          ...takeUp(query, row, admin, claim, nowMs),
          audit(query, { actor: admin.id, action: "withdrawal.claimed", subject: `withdrawal:${id}` }, nowMs),
        ],
      };
    },
  );
}
