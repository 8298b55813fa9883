import { TEXT_MAX } from "../../contract/limits.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import { plainText } from "../../platform/plain-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { assertOwnerNotFrozen } from "../../profile/frozen-account.ts";
import { withdrawalApprovedMail } from "../../withdrawals/withdrawal-mails.ts";
import { approvableFrom } from "../../withdrawals/withdrawal-rules.ts";
import { approveWithdrawal, UNCLAIMED, updateUnchanged } from "../../withdrawals/withdrawal-store.ts";
import { mustHaveSameApprovals, recordApproval } from "../commands/approval-store.ts";
import { type ApprovalsSeen, assertApprovalsSeen, weighApproval, withApproval } from "../commands/approvals.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";
import { addNote, decisionNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { settleNames } from "../holders/name-check-rules.ts";
import { insertNameCheck, selectNameChecks } from "../holders/name-check-store.ts";
import { queueRules } from "../overview/queue-store.ts";
import { pauseOnDifference } from "./pause-on-difference.ts";
import {
  approvalsFor,
  assertActable,
  assertNotOnHold,
  assertOwesNothing,
  payoutInForce,
  reasonToPayUnverified,
} from "./withdrawal-admin-rules.ts";
import { selectAdminWithdrawal, selectMovedAlone } from "./withdrawal-admin-store.ts";
import { adminWithdrawalView, approvalsOnRecord } from "./withdrawal-admin-view.ts";
import { attachImages, readSentImages, type SentImage } from "./withdrawal-images.ts";

/**
 * Records an admin's approval of a pending withdrawal; the last approval needed approves it. Notes and images are for
 * the trader; the reason to pay a trader whose identity is not verified, or to a holder whose name is not the account's, is for admins.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `claimed_by_other` | `withdrawal_on_hold` | `paused` |
 * `identity_not_verified` | `names_unchecked` | `balance_differs` | `admin_too_new` | `invalid_input` | `step_up_required` | `key_reused`
 */
export function approveAsAdmin(
  scope: Scope,
  id: string,
  input: {
    version: number;
    approvals?: ApprovalsSeen;
    notes: string;
    unverifiedReason: string;
    holder?: string;
    holderIsRead?: boolean;
    namesReason?: string;
    images: readonly SentImage[];
  },
  idempotencyKey: IdempotencyKey | null,
) {
  const notes = decisionNote(input.notes, "notes");
  const reason = decisionNote(input.unverifiedReason, "unverifiedReason");
  const given = {
    holder: plainText(input.holder ?? "", { field: "holder", max: TEXT_MAX.holder }),
    isRead: input.holderIsRead ?? false,
    reason: decisionNote(input.namesReason ?? "", "namesReason"),
  };
  const payout = scope.settings.UNVERIFIED_PAYOUT;
  const { query } = scope.db;
  const act = runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        ...selectAdminWithdrawal(query, callerId, id),
        selectMovedAlone(query, callerId, id, scope.now()),
        selectNameChecks(query, id),
      ] as const,
    ([[found], existing, [moved], checks], admin, nowMs) => {
      const row = assertActable(found, { from: ["pending"], version: input.version }, admin, nowMs);
      assertOwnerNotFrozen(row.user);
      assertOwesNothing(row);
      assertNotOnHold(approvableFrom(row), admin, nowMs);
      const unverifiedReason = reasonToPayUnverified(row, { payout: payoutInForce(row, payout), reason });
      const { firstName, lastName } = row.user;
      const names = settleNames({ ...row, accountName: `${firstName} ${lastName}`, checks, given });
      const approvalsNeeded = approvalsFor(row, moved?.cents ?? 0);
      const seen = { seen: input.approvals, need: approvalsNeeded, needMayRise: true };
      assertApprovalsSeen(approvalsOnRecord(row), seen, admin);
      const subject = `withdrawal:${id}` as const;
      // The detail is empty: the terms of a withdrawal are fixed, so there is nothing else to agree on.
      const request = { subject, act: "approve" as const, detail: "", need: approvalsNeeded };
      const { approvals, isLast } = weighApproval(
        row.approvedBy,
        request,
        admin,
        () => COMMAND_TEXT.approval.approved.other,
      );
      const changes = {
        ...UNCLAIMED,
        adminNotes: addNote(row.adminNotes, notes),
        ...(approvalsNeeded > row.approvalsNeeded && { approvalsNeeded }),
        ...(unverifiedReason !== null && { unverifiedReason }),
      };
      const because = {
        ...(unverifiedReason !== null && { unverifiedReason }),
        ...(names?.reason && { namesReason: names.reason }),
      };
      const agreed = {
        ...row,
        ...changes,
        reviewedAtMs: row.reviewedAtMs ?? nowMs,
        approvedBy: withApproval(row.approvedBy, request, admin, nowMs),
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
          const { images, statements } = attachImages(query, row, existing, { shown, stored, admin }, nowMs);
          return {
            reply: { withdrawal: adminWithdrawalView(after, images, queueRules(scope.settings, nowMs)), approvals },
            statements: [
              ...updateUnchanged(query, row, changes, nowMs),
              ...(names
                ? [insertNameCheck(query, { withdrawalId: id, ...names, decidedBy: admin.id, decidedAtMs: nowMs })]
                : []),
              mustHaveSameApprovals(query, `rejection:${id}`, row.rejectionApprovedBy),
              ...recordApproval(query, row.approvedBy, request, admin, nowMs),
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
