import type { OnceKey } from "../../http/idempotency.ts";
import type { Scope } from "../../http/scope.ts";
import { audit } from "../audit/audit.ts";
import { actAtDesk } from "../desk/desk-act.ts";
import { assertActable, assertPays } from "./withdrawal-desk-rules.ts";
import { selectDeskWithdrawal, setPayer, takeUp, UNCLAIMED } from "./withdrawal-desk-store.ts";
import { deskWithdrawalView, withdrawalApprovals } from "./withdrawal-desk-view.ts";

/**
 * Ends the mark of a payment that this admin began: they have not paid and are not going to.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` also when it is not this admin who pays | `claimed_by_other` |
 *                  `step_up_required` | `key_reused`
 */
export function stopPayment(scope: Scope, id: string, { version }: { version: number }, once: OnceKey | null) {
  const { query } = scope.db;
  return actAtDesk(
    scope,
    once,
    () => selectDeskWithdrawal(query, id),
    ([[found], images], admin, nowMs) => {
      const row = assertActable(found, { from: ["approved"], version }, admin, nowMs);
      assertPays(row, admin);
      const after = { ...row, ...UNCLAIMED, payerId: null, payerName: null, paymentStartedAtMs: null };
      return {
        reply: { withdrawal: deskWithdrawalView(after, images, nowMs), approvals: withdrawalApprovals(row) },
        statements: [
          ...takeUp(query, row, admin, UNCLAIMED, nowMs),
          ...setPayer(query, row, null, nowMs),
          audit(query, { actor: admin.id, action: "withdrawal.payment_stopped", subject: `withdrawal:${id}` }, nowMs),
        ],
      };
    },
  );
}
