import type { Approval, ApprovalProgress } from "./admin-types.ts";

/** The approvals of an item as a dialog shows them, sent with the decision: the API refuses a decision on other ones. */

/** An item that admins decide about, with the approvals on record for each of its actions. */
export type ApprovedItem = {
  approvedBy?: readonly Approval[];
  rejectionApprovedBy?: readonly Approval[];
  refundApprovedBy?: readonly GivenApproval[];
};

/** That of a refund does not show what was approved: the second admin reads it in the bank's records. */
type GivenApproval = Omit<Approval, "detail">;

/** The approvals as the body of a decision has them. @param need how many the action takes, as the dialog says */
export function approvalsSeen(item: ApprovedItem, need: number): ApprovalProgress {
  return { have: approvalsOnRecord(item).length, need };
}

/** How many admins besides this one have approved: an approval of their own that they change counts once. */
export function approvalsBesides(approvals: readonly GivenApproval[], adminId: string): number {
  return new Set(approvals.map((approval) => approval.adminId).filter((id) => id !== adminId)).size;
}

/** Another text after every approval that is given, changed or withdrawn. */
export function approvalsKey(item: ApprovedItem): string {
  return approvalsOnRecord(item).map(keyOf).join();
}

/** The approvals that came between two states of an item. */
export function approvalsSince(before: ApprovedItem, now: ApprovedItem): GivenApproval[] {
  const known = new Set(approvalsOnRecord(before).map(keyOf));
  return approvalsOnRecord(now).filter((approval) => !known.has(keyOf(approval)));
}

function approvalsOnRecord(item: ApprovedItem): GivenApproval[] {
  const { approvedBy = [], rejectionApprovedBy = [], refundApprovedBy = [] } = item;
  return [...approvedBy, ...rejectionApprovedBy, ...refundApprovedBy];
}

function keyOf({ act, adminId, at }: GivenApproval): string {
  return `${act} ${adminId} ${at}`;
}
