import { WITHDRAWAL } from "../../contract/limits.ts";
import type { OnceKey } from "../../http/idempotency.ts";
import type { Scope } from "../../http/scope.ts";
import { assertOwnerNotFrozen } from "../../profile/frozen-account.ts";
import { balanceMustFitRecords } from "../../withdrawals/withdrawal-store.ts";
import { audit } from "../audit/audit.ts";
import { actAtDesk } from "../desk/desk-act.ts";
import { pauseOnDifference } from "./pause-on-difference.ts";
import { assertActable, assertNobodyPays } from "./withdrawal-desk-rules.ts";
import { selectDeskWithdrawal, setPayer, takeUp } from "./withdrawal-desk-store.ts";
import { deskWithdrawalView, withdrawalApprovals } from "./withdrawal-desk-view.ts";

/**
 * Marks an approved withdrawal as being paid at the bank by this admin, until it is completed, rejected or the payment is
 * stopped. From here on only they, or two other admins together, reject it: money that is on its way would leave twice.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` also while somebody is paying it | `claimed_by_other` |
 *                  `account_frozen` | `balance_differs` | `paused` | `step_up_required` | `key_reused`
 */
export function startPayment(scope: Scope, id: string, { version }: { version: number }, once: OnceKey | null) {
  const { query } = scope.db;
  const act = actAtDesk(
    scope,
    once,
    () => selectDeskWithdrawal(query, id),
    ([[found], images], admin, nowMs) => {
      const row = assertActable(found, { from: ["approved"], version }, admin, nowMs);
      assertOwnerNotFrozen(row.user);
      assertNobodyPays(row, admin);
      const claim = { claimedBy: admin.id, claimedUntilMs: nowMs + WITHDRAWAL.claimMs };
      const payment = { payerId: admin.id, payerName: admin.name, paymentStartedAtMs: nowMs };
      const after = { ...row, ...claim, ...payment, claimedByName: admin.name };
      return {
        reply: { withdrawal: deskWithdrawalView(after, images, nowMs), approvals: withdrawalApprovals(row) },
        statements: [
          ...takeUp(query, row, admin, claim, nowMs),
          balanceMustFitRecords(query, row),
          ...setPayer(query, row, admin.id, nowMs),
          audit(query, { actor: admin.id, action: "withdrawal.payment_started", subject: `withdrawal:${id}` }, nowMs),
        ],
      };
    },
  );
  return pauseOnDifference(scope, id, act);
}
