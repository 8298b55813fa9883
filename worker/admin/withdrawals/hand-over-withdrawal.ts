import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { markWithdrawal } from "./mark-withdrawal.ts";
import { handedOverMail } from "./withdrawal-admin-mails.ts";
import { assertMayTake, claimOf } from "./withdrawal-admin-rules.ts";

/**
 * Makes a withdrawal another operator's to work on, for as long as a claim lasts: it is then theirs as if they had claimed it. They are
 * told by mail. One that a colleague works on, or that is being paid, is nobody else's to give.
 *
 * @param input.to the colleague
 * @throws AppError `not_found` | `own_account` | `wrong_state` also when it is being paid, or the colleague cannot decide about it |
 * `claimed_by_other` | `key_reused`
 */
export function handOverWithdrawal(
  scope: Scope,
  id: string,
  { version, to }: { version: number; to: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const mark = { version, from: ["pending", "approved"], action: "withdrawal.handed_over", to } as const;
  return markWithdrawal(scope, id, mark, idempotencyKey, (row, _movedCents, admin, nowMs, colleague) => {
    const taker = assertMayTake(row, colleague, admin);
    const claim = claimOf(taker, nowMs);
    return {
      claim,
      claimedByName: taker.name,
      detail: { to },
      mails: [
        handedOverMail(taker.email, scope.settings.APP_ORIGIN, {
          by: admin.name,
          id,
          number: row.number,
          cents: row.amountCents,
          untilMs: claim.claimedUntilMs,
          timeZone: admin.timeZone,
        }),
      ],
    };
  });
}
