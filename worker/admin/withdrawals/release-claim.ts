import type { OnceKey } from "../../http/idempotency.ts";
import type { Scope } from "../../http/scope.ts";
import { audit } from "../audit/audit.ts";
import { actAtDesk } from "../desk/desk-act.ts";
import { assertActable, assertClaims } from "./withdrawal-desk-rules.ts";
import { selectDeskWithdrawal, takeUp, UNCLAIMED } from "./withdrawal-desk-store.ts";
import { deskWithdrawalView, withdrawalApprovals } from "./withdrawal-desk-view.ts";

/**
 * Ends the caller's own claim before it runs out, so that a colleague can go on at once. The trader goes on seeing that the
 * withdrawal is in review.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` also when the caller has no claim | `claimed_by_other` |
 *                  `key_reused`
 */
export function releaseClaim(scope: Scope, id: string, { version }: { version: number }, once: OnceKey | null) {
  const { query } = scope.db;
  return actAtDesk(
    scope,
    once,
    () => selectDeskWithdrawal(query, id),
    ([[found], images], admin, nowMs) => {
      const row = assertActable(found, { from: ["pending", "approved"], version }, admin, nowMs);
      assertClaims(row, admin, nowMs);
      return {
        reply: {
          withdrawal: deskWithdrawalView({ ...row, ...UNCLAIMED }, images, nowMs),
          approvals: withdrawalApprovals(row),
        },
        statements: [
          // A claim that a colleague has taken since stays theirs.
          ...takeUp(query, row, admin, UNCLAIMED, nowMs),
          audit(query, { actor: admin.id, action: "withdrawal.released", subject: `withdrawal:${id}` }, nowMs),
        ],
      };
    },
  );
}
