/** The status fields of a withdrawal. Times are ISO 8601. */
export type Standing = {
  status: "pending" | "approved" | "completed" | "rejected";
  cancelledByUser: boolean;
  /** When an admin first opened it for review; null before that. */
  reviewedAt: string | null;
};

/**
 * The status shown to the owner: a pending withdrawal under review is `in_review`, one cancelled by its owner is
 * `cancelled`.
 */
export type ShownStatus = "pending" | "in_review" | "approved" | "completed" | "rejected" | "cancelled";

export function shownStatus({ status, cancelledByUser, reviewedAt }: Standing): ShownStatus {
  if (cancelledByUser) return "cancelled";
  return status === "pending" && reviewedAt !== null ? "in_review" : status;
}

/** Whether the withdrawal is open: pending, or approved and not sent yet. */
export function isUnderWay({ status }: Pick<Standing, "status">): boolean {
  return status === "pending" || status === "approved";
}
