import type { Statement } from "../../../db/client.ts";
import { AppError } from "../../contract/errors.ts";
import { withdrawalNumber } from "../../contract/withdrawal-number.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { Mail } from "../../platform/mail/compose-mail.ts";
import type { Scope } from "../../platform/scope.ts";
import { withdrawalCompletedMail } from "../../withdrawals/withdrawal-mails.ts";
import { completeWithdrawals, unclaimUnchanged } from "../../withdrawals/withdrawal-store.ts";
import { recordApprovals } from "../commands/approval-store.ts";
import { weighApproval } from "../commands/approvals.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";
import type { ActingAdmin } from "../commands/run-admin-command.ts";
import { approvalsIn, type ItemRow } from "./payout-admin-store.ts";
import { PAYOUT_TEXT } from "./payout-answers.ts";
import { mustBeCompleted, type Settled, settleItems } from "./payout-batch-store.ts";

/** What the bank said of an item, and for a payment that came back why. */
export type SettledItem = Omit<Settled, "line"> & { item: ItemRow; reason: string | null };

/** Whether an admin can complete an item: it is open, they are its payer, and its trader's account is not frozen. */
export function canComplete(item: ItemRow, admin: Pick<ActingAdmin, "id">): boolean {
  return isOpenItemRow(item) && item.payerId === admin.id && item.isFrozen === 0;
}

/** Whether nothing is known of an item yet. */
export function isOpenItemRow({ status, outcome, takenBackAtMs }: ItemRow): boolean {
  return status === "approved" && outcome === null && takenBackAtMs === null;
}

/** @throws AppError `wrong_state` when there are open items of a batch and an admin pays none of them */
export function assertPays(items: readonly ItemRow[], admin: Pick<ActingAdmin, "id">): void {
  const open = items.filter(isOpenItemRow);
  if (open.length > 0 && open.every(({ payerId }) => payerId !== admin.id)) {
    throw new AppError("wrong_state", PAYOUT_TEXT.nothingYours);
  }
}

/**
 * The statements that write what the bank said of items and complete their withdrawals, by the rules of each completion: the payer's record,
 * the payment's id, the sum out of `held`. What the bank said is the proof. A payment that came back is completed too, as its money left; its
 * trader is notified when two admins have returned it. @returns the mails about those that were paid
 * @throws AppError `admin_too_new` | `approval_differs`
 */
export function completeItems(
  scope: Scope,
  batchId: string,
  settled: readonly SettledItem[],
  admin: ActingAdmin,
  nowMs: number,
): { statements: Statement[]; mails: Mail[] } {
  if (settled.length === 0) return { statements: [], mails: [] };
  const { query } = scope.db;
  const lines = settled.map(({ item, reason: _, ...said }) => ({ ...said, line: item.line }));
  const approvals = settled.map(({ item, paymentId: detail }) => {
    const subject = `withdrawal:${item.id}` as const;
    const existing = approvalsIn(item.approvedBy);
    weighApproval(
      existing,
      { subject, act: "complete", detail, need: 1 },
      admin,
      COMMAND_TEXT.approval.approved.payment,
    );
    const beside = `rejection:${item.id}` as const;
    const besideExisting = approvalsIn(item.rejectionApprovedBy).length;
    return { subject, detail, existing: existing.length, beside, besideExisting };
  });
  const rows = settled.map(({ item, paymentId }) => ({ ...item, paymentId }));
  const bounced = settled.filter(({ outcome }) => outcome === "bounced");
  const paid = settled.filter(({ outcome }) => outcome === "completed");
  return {
    statements: [
      ...settleItems(query, batchId, lines, admin.id, nowMs),
      ...unclaimUnchanged(query, rows, nowMs),
      ...recordApprovals(query, approvals, { act: "complete", admin }, nowMs),
      ...completeWithdrawals(query, rows, admin.id, nowMs),
      ...bounced.map(({ item, reason }) => {
        const detail = { reason: reason ?? "" };
        return audit(
          query,
          { actor: admin.id, action: "payout.bounced", subject: `withdrawal:${item.id}`, detail },
          nowMs,
        );
      }),
      mustBeCompleted(query, batchId),
    ],
    mails: paid.map(({ item, paymentId }) =>
      withdrawalCompletedMail(item.email, scope.settings.APP_ORIGIN, { ...item, paymentId }),
    ),
  };
}

/** Items after some were settled, as an answer shows them. */
export function itemsAfter(items: readonly ItemRow[], settled: readonly SettledItem[]): ItemRow[] {
  const byId = new Map(settled.map((one) => [one.item.id, one]));
  return items.map((item) => {
    const now = byId.get(item.id);
    return now ? { ...item, status: "completed" as const, outcome: now.outcome, paymentId: now.paymentId } : item;
  });
}

/** The number of an item's withdrawal, as people call it. */
export function nameOfItem({ number }: Pick<ItemRow, "number">): string {
  return withdrawalNumber(number);
}
