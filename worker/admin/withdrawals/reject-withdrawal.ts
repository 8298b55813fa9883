import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { withdrawalRejectedMail } from "../../withdrawals/withdrawal-mails.ts";
import { type RejectReason, rejectWithdrawal, UNCLAIMED, updateUnchanged } from "../../withdrawals/withdrawal-store.ts";
import { mustHaveNoOtherApproval, mustHaveSameApprovals, recordApproval } from "../commands/approval-store.ts";
import {
  type ApprovalsSeen,
  assertApprovalsSeen,
  weighApproval,
  withApproval,
  withoutApproval,
} from "../commands/approvals.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";
import { addNote, requiredNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { queueRules } from "../overview/queue-store.ts";
import { assertActable, assertNotPaid } from "./withdrawal-admin-rules.ts";
import { selectAdminWithdrawal } from "./withdrawal-admin-store.ts";
import {
  adminWithdrawalView,
  approvalsOnRecord,
  validRejectionApprovals,
  withdrawalApprovals,
} from "./withdrawal-admin-view.ts";
import { attachImages, readSentImages, type SentImage } from "./withdrawal-images.ts";

/**
 * Rejects a pending or approved withdrawal of any amount: its money can be spent again. The notes give the trader the
 * reason. A withdrawal that another admin is paying may be on its way at the bank, so its rejection needs two admins,
 * and the trader sees the notes and images of the second; so does one whose payment this admin took over, and one
 * that a result of the bank says was paid. When an admin withdraws their approval of the payment, its
 * proof is removed.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `claimed_by_other` | `admin_too_new` | `invalid_input`
 * | `step_up_required` | `key_reused`
 */
export function rejectAsAdmin(
  scope: Scope,
  id: string,
  input: {
    version: number;
    approvals?: ApprovalsSeen;
    reason: RejectReason;
    notes: string;
    images: readonly SentImage[];
  },
  idempotencyKey: IdempotencyKey | null,
) {
  const { reason } = input;
  const notes = requiredNote(input.notes, "notes");
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => selectAdminWithdrawal(query, callerId, id),
    ([[found], existing], admin, nowMs) => {
      const row = assertActable(found, { from: ["pending", "approved"], version: input.version }, admin, nowMs);
      assertNotPaid(row.approvedBy, admin);
      // An admin who rejects what they are paying themselves thereby states that they have not paid it.
      // Of a payment that they took over, or that a result of the bank says was made, they cannot state it.
      const isTheirs = row.payerId === null || row.payerId === admin.id;
      const needsTwo = !isTheirs || row.payerBeforeId !== null || row.isSaidPaid === 1;
      const request = {
        subject: `rejection:${id}` as const,
        act: "approve" as const,
        detail: "",
        need: needsTwo ? 2 : 1,
      };
      assertApprovalsSeen(approvalsOnRecord(row), { seen: input.approvals, need: request.need }, admin);
      const { approvals, isLast } = needsTwo
        ? weighApproval(validRejectionApprovals(row), request, admin, () => COMMAND_TEXT.approval.approved.other)
        : { approvals: withdrawalApprovals(row), isLast: true };
      const adminNotes = addNote(row.adminNotes, notes) ?? notes;
      // The trader sees nothing of a rejection that may not happen: the notes of the first of two admins stay in the
      // audit log.
      const changes = isLast ? { ...UNCLAIMED, adminNotes } : UNCLAIMED;
      const agreed = {
        ...row,
        ...changes,
        reviewedAtMs: row.reviewedAtMs ?? nowMs,
        // An admin who approved the completion withdraws that approval.
        ...(needsTwo && {
          rejectionApprovedBy: withApproval(row.rejectionApprovedBy, request, admin, nowMs),
          approvedBy: withoutApproval(row.approvedBy, "complete", admin),
        }),
      };
      const decision = {
        status: "rejected" as const,
        rejectedAtMs: nowMs,
        rejectReason: reason,
        version: row.version + 1,
        decidedBy: admin.id,
        decidedByName: admin.name,
      };
      const after = isLast ? { ...agreed, ...decision } : agreed;
      const entry = { actor: admin.id, subject: `withdrawal:${id}` as const, detail: { reason, notes } };
      const sent = readSentImages(input.images, undefined);
      const shown = isLast ? sent : [];
      return {
        images: shown.map(({ image }) => image),
        plan: (stored) => {
          const { images, statements } = attachImages(
            query,
            row,
            existing,
            { shown, stored, admin, isRejection: true },
            nowMs,
          );
          return {
            reply: { withdrawal: adminWithdrawalView(after, images, queueRules(scope.settings, nowMs)), approvals },
            statements: [
              ...updateUnchanged(query, row, changes, nowMs),
              mustHaveNoOtherApproval(query, { subject: `withdrawal:${id}`, act: "complete" }, admin),
              mustHaveSameApprovals(query, `withdrawal:${id}`, row.approvedBy),
              ...(needsTwo
                ? recordApproval(query, row.rejectionApprovedBy, request, admin, nowMs)
                : [mustHaveSameApprovals(query, `rejection:${id}`, row.rejectionApprovedBy)]),
              ...statements,
              ...(isLast
                ? rejectWithdrawal(query, row, { decidedBy: admin.id, reason, notes: adminNotes }, nowMs)
                : [audit(query, { ...entry, action: "withdrawal.reject_agreed" }, nowMs)]),
            ],
            mails: isLast ? [withdrawalRejectedMail(row.user.email, scope.settings.APP_ORIGIN, { ...row, notes })] : [],
          };
        },
      };
    },
  );
}
