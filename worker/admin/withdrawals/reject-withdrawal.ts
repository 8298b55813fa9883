import { audit } from "../../platform/audit.ts";
import type { IdempotencyKey } from "../../platform/idempotency.ts";
import { withdrawalRejectedMail } from "../../platform/mails.ts";
import type { Scope } from "../../platform/scope.ts";
import { type RejectReason, rejectWithdrawal } from "../../withdrawals/withdrawal-store.ts";
import {
  mustHaveNoOtherApproval,
  recordApproval,
  weighApproval,
  withApproval,
  withoutApproval,
} from "../commands/approvals.ts";
import { addNote, requiredNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { assertActable, assertNotPaid } from "./withdrawal-admin-rules.ts";
import { selectAdminWithdrawal, takeUp, UNCLAIMED } from "./withdrawal-admin-store.ts";
import { adminWithdrawalView, rejectionWords, withdrawalApprovals } from "./withdrawal-admin-view.ts";
import { readSentImages, type SentImage, showImages } from "./withdrawal-images.ts";

/**
 * Rejects a pending or approved withdrawal, of any sum: its money can be spent again. The notes tell the trader why. One that
 * another admin is paying may be on its way at the bank: it is rejected by the second admin who says so, whose notes and
 * images are the ones that the trader sees. A proof that it was paid goes with what was said of it.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `claimed_by_other` | `admin_too_new` | `invalid_input` |
 *                  `step_up_required` | `key_reused`
 */
export function rejectAsAdmin(
  scope: Scope,
  id: string,
  input: { version: number; reason: RejectReason; notes: string; images: readonly SentImage[] },
  idempotencyKey: IdempotencyKey | null,
) {
  const { reason } = input;
  const notes = requiredNote(input.notes, "notes");
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    () => selectAdminWithdrawal(query, id),
    ([[found], standing], admin, nowMs) => {
      const row = assertActable(found, { from: ["pending", "approved"], version: input.version }, admin, nowMs);
      assertNotPaid(row.words, admin);
      // Whoever rejects what they are paying themselves says that they have not paid it.
      const isPaidByOther = row.payerId !== null && row.payerId !== admin.id;
      const ask = {
        subject: `rejection:${id}` as const,
        act: "approve" as const,
        detail: "",
        need: isPaidByOther ? 2 : 1,
      };
      const { approvals, isLast } = isPaidByOther
        ? weighApproval(rejectionWords(row), ask, admin, () => "something else")
        : { approvals: withdrawalApprovals(row), isLast: true };
      const adminNotes = addNote(row.adminNotes, notes) ?? notes;
      // The trader reads nothing of a rejection that may never come: what the first of two wrote stays in the audit log.
      const said = isLast ? { ...UNCLAIMED, adminNotes } : UNCLAIMED;
      const agreed = {
        ...row,
        ...said,
        reviewedAtMs: row.reviewedAtMs ?? nowMs,
        // Whoever said that it was paid takes that back.
        ...(isPaidByOther && {
          rejectionWords: withApproval(row.rejectionWords, ask, admin, nowMs),
          words: withoutApproval(row.words, "complete", admin),
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
          const { images, statements } = showImages(
            query,
            row,
            standing,
            { shown, stored, admin, isRejection: true },
            nowMs,
          );
          return {
            reply: { withdrawal: adminWithdrawalView(after, images, nowMs), approvals },
            statements: [
              ...takeUp(query, row, said, nowMs),
              mustHaveNoOtherApproval(query, { subject: `withdrawal:${id}`, act: "complete" }, admin),
              ...(isPaidByOther ? recordApproval(query, row.rejectionWords, ask, admin, nowMs) : []),
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
