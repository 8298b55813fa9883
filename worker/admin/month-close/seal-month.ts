import { AppError } from "../../contract/errors.ts";
import { MONTH_TEXT } from "../../month-close/month-answers.ts";
import { cancelClose, hasFingerprint, sealClose, selectFingerprint } from "../../month-close/month-close-store.ts";
import { assertNothingHolds, monthsFrom, spanOf } from "../../month-close/month-rules.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordApproval } from "../commands/approval-store.ts";
import { type ApprovalsSeen, assertApprovalsSeen, weighApproval, withApproval } from "../commands/approvals.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { type CloseRow, selectClose } from "./month-admin-store.ts";
import { monthNow, selectMonthFacts } from "./month-facts.ts";
import { closeView } from "./month-view.ts";
import { approvalOf } from "./prepare-month.ts";

/**
 * Seals a month that another operator prepared: exactly the report that both saw, which is computed once more and must still be that. From then on
 * the database lets nothing of the month change.
 * @throws AppError `invalid_input` | `wrong_state` | `second_admin_needed` for who prepared it | `admin_too_new` | `step_up_required` | `key_reused`
 */
export function sealMonth(
  scope: Scope,
  month: string,
  input: { digest: string; approvals?: ApprovalsSeen },
  idempotencyKey: IdempotencyKey | null,
) {
  const timeZone = scope.settings.OPERATION_TIME_ZONE;
  const span = spanOf(month, timeZone);
  const before = monthsFrom(month, -1);
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectClose(query, callerId, month),
        selectFingerprint(query, callerId, span, before),
        ...selectMonthFacts(query, callerId, span),
      ] as const,
    ([[found], [seen], ...facts], admin, nowMs) => {
      const row = waiting(found);
      const { close } = row;
      if (close.preparedBy === admin.id) throw new AppError("second_admin_needed", MONTH_TEXT.otherOperator);
      const request = approvalOf(close.id, close.digest);
      assertApprovalsSeen(row.approvedBy, { seen: input.approvals, need: request.need }, admin);
      const now = monthNow(facts, span, { timeZone, nowMs });
      assertNothingHolds(now.holds);
      if (now.digest !== close.digest || input.digest !== close.digest || !seen) {
        throw new AppError("wrong_state", MONTH_TEXT.changed);
      }
      const { approvals, isLast } = weighApproval(row.approvedBy, request, admin, (detail) => detail);
      if (!isLast) throw new AppError("wrong_state", MONTH_TEXT.preparerGone);
      const after = {
        ...row,
        close: { ...close, sealedBy: admin.id, sealedAtMs: nowMs },
        sealedByName: admin.name,
        auditedDigest: close.digest,
        approvedBy: withApproval(row.approvedBy, request, admin, nowMs),
      };
      const detail = { close: close.id, digest: close.digest };
      return {
        reply: { close: closeView(after), approvals },
        statements: [
          mustBeUnchanged(query, hasFingerprint(span, before, seen)),
          ...recordApproval(query, row.approvedBy, request, admin, nowMs),
          ...sealClose(query, close.id, admin.id, nowMs),
          audit(query, { actor: admin.id, action: "month.sealed", subject: `book:${month}`, detail }, nowMs),
        ],
      };
    },
  );
}

/**
 * Cancels the close of a month that is prepared. One operator is enough: nothing is sealed.
 * @throws AppError `invalid_input` | `wrong_state` | `step_up_required` | `key_reused`
 */
export function cancelMonth(scope: Scope, month: string, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectClose(query, callerId, month)] as const,
    ([[found]], admin, nowMs) => {
      const { close } = waiting(found);
      const detail = { close: close.id, digest: close.digest };
      return {
        reply: { close: null },
        statements: [
          ...cancelClose(query, close.id, admin.id, nowMs),
          audit(query, { actor: admin.id, action: "month.cancelled", subject: `book:${month}`, detail }, nowMs),
        ],
      };
    },
  );
}

/** @throws AppError `wrong_state` */
function waiting(row: CloseRow | undefined): CloseRow {
  if (!row) throw new AppError("wrong_state", MONTH_TEXT.notPrepared);
  if (row.close.sealedAtMs !== null) throw new AppError("wrong_state", MONTH_TEXT.sealed);
  return row;
}
