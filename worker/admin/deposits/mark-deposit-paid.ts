import { AppError } from "../../contract/errors.ts";
import type { DepositStatus } from "../../deposits/deposit-rules.ts";
import { creditDeposit } from "../../deposits/deposit-store.ts";
import { paymentCreditedMail } from "../../deposits/payment-mails.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordApproval } from "../commands/approval-store.ts";
import { type ApprovalsSeen, assertApprovalsSeen, weighApproval, withApproval } from "../commands/approvals.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";
import { requiredBankReference, requiredNote } from "../commands/decision-note.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import {
  type AdminDepositRow,
  hasStatus,
  MARK_PAID_ADMINS,
  selectAdminDeposit,
  selectUsed,
} from "./deposit-admin-store.ts";
import { adminDepositView } from "./deposit-admin-view.ts";

/**
 * Marks an unpaid deposit paid by hand, according to the bank's own records, for when the payment network cannot be
 * polled. Always needs two admins, who enter the same reference and the same settlement hash. Refused while a payment for
 * its code waits for a decision: that one is decided about instead.
 *
 * @param input.status as the admin saw it
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `approval_differs` | `settlement_used` |
 * `invalid_input` | `step_up_required` | `key_reused`
 */
export function markDepositPaid(
  scope: Scope,
  id: string,
  input: {
    status?: DepositStatus | undefined;
    approvals?: ApprovalsSeen;
    bankReference: string;
    settlementHash: string;
    note: string;
  },
  idempotencyKey: IdempotencyKey | null,
) {
  const { settlementHash } = input;
  const note = requiredNote(input.note, "note");
  const bankReference = requiredBankReference(input.bankReference);
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    () => [selectAdminDeposit(query, id), selectUsed(query, { settlementHash, bankReference })] as const,
    ([[found], [used]], admin, nowMs) => {
      const row = assertMarkable(found, input.status, admin.id);
      assertApprovalsSeen(row.approvedBy, { seen: input.approvals, need: MARK_PAID_ADMINS }, admin);
      if (used) throw new AppError("settlement_used", COMMAND_TEXT.paymentProcessed);
      const subject = `deposit:${id}` as const;
      // A hash contains no space, so the last space separates the two.
      const detail = `${bankReference} ${settlementHash}`;
      const request = { subject, act: "mark_paid" as const, detail, need: MARK_PAID_ADMINS };
      const describe = COMMAND_TEXT.approval.approved.settlement;
      const { approvals, isLast } = weighApproval(row.approvedBy, request, admin, describe);
      const agreed = { ...row, approvedBy: withApproval(row.approvedBy, request, admin, nowMs) };
      const entry = { actor: admin.id, subject, detail: { bankReference, settlementHash, note } };
      const approval = [
        mustBeUnchanged(query, hasStatus(id, row.deposit.status)),
        ...recordApproval(query, row.approvedBy, request, admin, nowMs),
        audit(query, { ...entry, action: "deposit.mark_paid_agreed" }, nowMs),
      ];
      if (!isLast) return { reply: { deposit: adminDepositView(agreed), approvals }, statements: approval };

      const { billNumber, amountCents } = row.deposit;
      const times = { paidAtMs: nowMs, updatedAtMs: nowMs };
      const paid = { status: "paid" as const, ...times, paidCents: amountCents, settlementHash, bankReference };
      return {
        reply: { deposit: adminDepositView({ ...agreed, deposit: { ...row.deposit, ...paid } }), approvals },
        statements: [
          ...approval,
          ...creditDeposit(query, row.deposit, { settlementHash }, nowMs, { actor: admin.id, bankReference }),
        ],
        mails: [
          paymentCreditedMail(row.user.email, scope.settings.APP_ORIGIN, {
            amountCents,
            billNumber,
            event: "deposit_paid",
          }),
        ],
      };
    },
  );
}

function assertMarkable(
  row: AdminDepositRow | undefined,
  statusSeen: DepositStatus | undefined,
  adminId: string,
): AdminDepositRow {
  if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (row.deposit.userId === adminId) throw new AppError("own_account", ERROR_TEXT.own_account);
  if (row.deposit.status === "paid") throw new AppError("wrong_state", COMMAND_TEXT.depositPaid);
  if (row.payments.some(({ status }) => status === "open")) {
    throw new AppError("wrong_state", COMMAND_TEXT.paymentWaits);
  }
  if (row.deposit.status !== (statusSeen ?? row.deposit.status)) {
    throw new AppError("wrong_state", COMMAND_TEXT.depositChanged);
  }
  return row;
}
