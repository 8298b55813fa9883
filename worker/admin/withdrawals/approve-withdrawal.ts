import { audit } from "../../platform/audit.ts";
import type { OnceKey } from "../../platform/idempotency.ts";
import { withdrawalApprovedMail } from "../../platform/mails.ts";
import type { Scope } from "../../platform/scope.ts";
import { assertOwnerNotFrozen } from "../../profile/frozen-account.ts";
import { approvableFrom } from "../../withdrawals/withdrawal-rules.ts";
import { approveWithdrawal } from "../../withdrawals/withdrawal-store.ts";
import { giveWord, weighWord, withWord } from "../commands/approvals.ts";
import { addNote, deskNote } from "../commands/decision-note.ts";
import { actAtDesk } from "../commands/run-admin-command.ts";
import { pauseOnDifference } from "./pause-on-difference.ts";
import { approvalsFor, assertActable, assertNotOnHold, reasonToPayUnverified } from "./withdrawal-admin-rules.ts";
import { selectDeskWithdrawal, selectMovedAlone, takeUp, UNCLAIMED } from "./withdrawal-admin-store.ts";
import { deskWithdrawalView } from "./withdrawal-admin-view.ts";
import { readSentImages, type SentImage, showImages } from "./withdrawal-images.ts";

/**
 * An admin's word that a pending withdrawal may be paid; with the last one it needs it is approved. Notes and images are
 * for the trader; the reason to pay somebody whose identity is not verified is for admins.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `claimed_by_other` | `withdrawal_on_hold` | `paused` |
 *                  `identity_not_verified` | `balance_differs` | `admin_too_new` | `invalid_input` | `step_up_required` | `key_reused`
 */
export function approveAtDesk(
  scope: Scope,
  id: string,
  input: { version: number; notes: string; unverifiedReason: string; images: readonly SentImage[] },
  once: OnceKey | null,
) {
  const notes = deskNote(input.notes, "notes");
  const reason = deskNote(input.unverifiedReason, "unverifiedReason");
  const payout = scope.settings.UNVERIFIED_PAYOUT;
  const { query } = scope.db;
  const act = actAtDesk(
    scope,
    once,
    (_, me) => [...selectDeskWithdrawal(query, id), selectMovedAlone(query, me, id, scope.now())] as const,
    ([[found], standing, [moved]], admin, nowMs) => {
      const row = assertActable(found, { from: ["pending"], version: input.version }, admin, nowMs);
      assertOwnerNotFrozen(row.user);
      assertNotOnHold(approvableFrom(row), admin, nowMs);
      const unverifiedReason = reasonToPayUnverified(row, { payout, reason });
      const approvalsNeeded = approvalsFor(row, moved?.cents ?? 0);
      const subject = `withdrawal:${id}` as const;
      // There is nothing to agree on but the withdrawal itself, whose terms are fixed.
      const ask = { subject, act: "approve" as const, detail: "", need: approvalsNeeded };
      const { approvals, isLast } = weighWord(row.words, ask, admin, () => "something else");
      const said = {
        ...UNCLAIMED,
        adminNotes: addNote(row.adminNotes, notes),
        ...(approvalsNeeded > row.approvalsNeeded && { approvalsNeeded }),
        ...(unverifiedReason !== null && { unverifiedReason }),
      };
      const because = unverifiedReason === null ? {} : { unverifiedReason };
      const agreed = {
        ...row,
        ...said,
        reviewedAtMs: row.reviewedAtMs ?? nowMs,
        words: withWord(row.words, ask, admin, nowMs),
      };
      const decision = {
        status: "approved" as const,
        approvedAtMs: nowMs,
        version: row.version + 1,
        decidedBy: admin.id,
        decidedByName: admin.name,
      };
      const after = isLast ? { ...agreed, ...decision } : agreed;
      const shown = readSentImages(input.images, undefined);
      return {
        images: shown.map(({ image }) => image),
        plan: (stored) => {
          const { images, statements } = showImages(query, row, standing, { shown, stored, admin }, nowMs);
          return {
            reply: { withdrawal: deskWithdrawalView(after, images, nowMs), approvals },
            statements: [
              ...takeUp(query, row, said, nowMs),
              ...giveWord(query, row.words, ask, admin, nowMs),
              ...statements,
              ...(isLast
                ? approveWithdrawal(query, row, { decidedBy: admin.id, because, unverifiedPayout: payout }, nowMs)
                : [
                    audit(
                      query,
                      { actor: admin.id, action: "withdrawal.approve_agreed", subject, detail: because },
                      nowMs,
                    ),
                  ]),
            ],
            mails: isLast ? [withdrawalApprovedMail(row.user.email, scope.settings.APP_ORIGIN, row)] : [],
          };
        },
      };
    },
  );
  return pauseOnDifference(scope, id, act);
}
