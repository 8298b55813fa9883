import type { Statement } from "../../../db/client.ts";
import { AppError } from "../../contract/errors.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { assertOwnerNotFrozen } from "../../profile/frozen-account.ts";
import type { WithdrawalImage } from "../../withdrawals/withdrawal-image-store.ts";
import { withdrawalCompletedMail } from "../../withdrawals/withdrawal-mails.ts";
import { completeWithdrawal, UNCLAIMED, updateUnchanged } from "../../withdrawals/withdrawal-store.ts";
import { mustHaveSameApprovals, recordApproval } from "../commands/approval-store.ts";
import {
  type ApprovalsSeen,
  assertApprovalsSeen,
  weighApproval,
  withApproval,
  withoutApproval,
} from "../commands/approvals.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";
import { addNote, decisionNote, requiredBankReference } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { queueRules } from "../overview/queue-store.ts";
import { pauseOnDifference } from "./pause-on-difference.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-answers.ts";
import { assertActable, assertIsPayer } from "./withdrawal-admin-rules.ts";
import { selectAdminWithdrawal, selectOtherPaidAs } from "./withdrawal-admin-store.ts";
import { adminWithdrawalView, approvalsOnRecord } from "./withdrawal-admin-view.ts";
import { type AttachedImage, attachImages, readSentImages, type SentImage } from "./withdrawal-images.ts";

/**
 * Completes an approved withdrawal: the admin who is paying it says that it was paid, and by which payment. That is recorded
 * while withdrawals are paused too, because the money has left.
 *
 * @param input.paymentId the bank's id of the payment
 * @param also            what is written with it, after its transfer
 * @throws AppError `not_found` | `own_account` | `wrong_state` also when this admin has not started the payment |
 * `claimed_by_other` | `approval_differs` | `payment_id_used` | `balance_differs` | `invalid_input` | `step_up_required` |
 * `key_reused`
 */
export function completeAsAdmin(
  scope: Scope,
  id: string,
  input: {
    version: number;
    approvals?: ApprovalsSeen;
    paymentId: string;
    notes: string;
    images: readonly SentImage[];
    proof?: SentImage | undefined;
  },
  idempotencyKey: IdempotencyKey | null,
  also: readonly Statement[] = [],
) {
  const notes = decisionNote(input.notes, "notes");
  const paymentId = requiredBankReference(input.paymentId, "paymentId");
  const { query } = scope.db;
  const act = runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [...selectAdminWithdrawal(query, callerId, id), selectOtherPaidAs(query, paymentId, id)] as const,
    ([[found], existing, [other]], admin, nowMs) => {
      const row = assertActable(found, { from: ["approved"], version: input.version }, admin, nowMs);
      assertOwnerNotFrozen(row.user);
      assertIsPayer(row, admin);
      assertApprovalsSeen(approvalsOnRecord(row), { seen: input.approvals, need: 1 }, admin);
      const subject = `withdrawal:${id}` as const;
      const request = { subject, act: "complete" as const, detail: paymentId, need: 1 };
      const describe = COMMAND_TEXT.approval.approved.payment;
      const { approvals } = weighApproval(row.approvedBy, request, admin, describe);
      if (other) throw new AppError("payment_id_used", WITHDRAWAL_ADMIN_TEXT.paymentIdUsed, { field: "paymentId" });
      const shown = readSentImages(input.images, input.proof);
      assertProven(existing, shown);
      const changes = { ...UNCLAIMED, adminNotes: addNote(row.adminNotes, notes) };
      const after = {
        ...row,
        ...changes,
        approvedBy: withApproval(row.approvedBy, request, admin, nowMs),
        // An admin who approved the rejection withdraws that approval.
        rejectionApprovedBy: withoutApproval(row.rejectionApprovedBy, "approve", admin),
        status: "completed" as const,
        completedAtMs: nowMs,
        paymentId,
        version: row.version + 1,
        decidedBy: admin.id,
        decidedByName: admin.name,
      };
      return {
        images: shown.map(({ image }) => image),
        plan: (stored) => {
          const { images, statements } = attachImages(query, row, existing, { shown, stored, admin }, nowMs);
          return {
            reply: { withdrawal: adminWithdrawalView(after, images, queueRules(scope.settings, nowMs)), approvals },
            statements: [
              ...updateUnchanged(query, row, changes, nowMs),
              mustHaveSameApprovals(query, `rejection:${id}`, row.rejectionApprovedBy),
              ...recordApproval(query, row.approvedBy, request, admin, nowMs),
              ...statements,
              ...completeWithdrawal(query, row, { decidedBy: admin.id, paymentId }, nowMs),
              ...also,
            ],
            mails: [withdrawalCompletedMail(row.user.email, scope.settings.APP_ORIGIN, { ...row, paymentId })],
          };
        },
      };
    },
  );
  return pauseOnDifference(scope, id, act);
}

function assertProven(existing: readonly WithdrawalImage[], shown: readonly AttachedImage[]): void {
  if ([...existing, ...shown].some(({ kind }) => kind === "proof")) return;
  throw new AppError("invalid_input", WITHDRAWAL_ADMIN_TEXT.proofMissing, { field: "proof" });
}
