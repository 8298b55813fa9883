import type { OnceKey } from "../../http/idempotency.ts";
import type { Scope } from "../../http/scope.ts";
import { withdrawalRejectedMail } from "../../mail/mails.ts";
import { type RejectReason, rejectWithdrawal } from "../../withdrawals/withdrawal-store.ts";
import { mustHaveNoOthersWord } from "../desk/approvals.ts";
import { actAtDesk } from "../desk/desk-act.ts";
import { addNote, requiredNote } from "../desk/desk-note.ts";
import { assertActable, assertNotPaid } from "./withdrawal-desk-rules.ts";
import { selectDeskWithdrawal, takeUp, UNCLAIMED } from "./withdrawal-desk-store.ts";
import { deskWithdrawalView, withdrawalApprovals } from "./withdrawal-desk-view.ts";
import { readSentImages, type SentImage, showImages } from "./withdrawal-images.ts";

/**
 * Rejects a pending or approved withdrawal, of any sum: its money can be spent again. The notes tell the trader why.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `claimed_by_other` | `invalid_input` |
 *                  `step_up_required` | `key_reused`
 */
export function rejectAtDesk(
  scope: Scope,
  id: string,
  input: { version: number; reason: RejectReason; notes: string; images: readonly SentImage[] },
  once: OnceKey | null,
) {
  const { reason } = input;
  const notes = requiredNote(input.notes, "notes");
  const { query } = scope.db;
  return actAtDesk(
    scope,
    once,
    () => selectDeskWithdrawal(query, id),
    ([[found], standing], admin, nowMs) => {
      const row = assertActable(found, { from: ["pending", "approved"], version: input.version }, admin, nowMs);
      assertNotPaid(row.words, admin);
      const adminNotes = addNote(row.adminNotes, notes) ?? notes;
      const after = {
        ...row,
        ...UNCLAIMED,
        adminNotes,
        reviewedAtMs: row.reviewedAtMs ?? nowMs,
        status: "rejected" as const,
        rejectedAtMs: nowMs,
        rejectReason: reason,
        version: row.version + 1,
        decidedBy: admin.id,
        decidedByName: admin.name,
      };
      const shown = readSentImages(input.images, undefined);
      return {
        images: shown.map(({ image }) => image),
        plan: (stored) => {
          const { images, statements } = showImages(query, row, standing, { shown, stored, admin }, nowMs);
          return {
            reply: { withdrawal: deskWithdrawalView(after, images, nowMs), approvals: withdrawalApprovals(row) },
            statements: [
              ...takeUp(query, row, admin, UNCLAIMED, nowMs),
              mustHaveNoOthersWord(query, { subject: `withdrawal:${id}`, act: "complete" }, admin),
              ...statements,
              ...rejectWithdrawal(query, row, { decidedBy: admin.id, reason, notes: adminNotes }, nowMs),
            ],
            mails: [withdrawalRejectedMail(row.user.email, scope.settings.APP_ORIGIN, { ...row, notes })],
          };
        },
      };
    },
  );
}
