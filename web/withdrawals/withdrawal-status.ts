/** The status fields of a withdrawal. Times are ISO 8601. */
export type Standing = {
  status: "pending" | "approved" | "completed" | "rejected";
  cancelledByUser: boolean;
  /** When an admin first opened it for review; null before that. */
  reviewedAt: string | null;
  /** Where a payment of a batch is: with the bank, or back from it and not returned yet. */
  bank?: "with_bank" | "came_back" | null;
  /** When a payment that came back was returned. */
  returnedAt?: string | null;
};

/**
 * The status shown to the owner: a pending withdrawal under review is `in_review`, one cancelled by its owner is
 * `cancelled`, and a payment that came back from the bank is `approved` until it is returned.
 */
export type ShownStatus = "pending" | "in_review" | "approved" | "completed" | "rejected" | "cancelled";

export function shownStatus({ status, cancelledByUser, reviewedAt, bank }: Standing): ShownStatus {
  if (bank === "came_back") return "approved";
  if (cancelledByUser) return "cancelled";
  return status === "pending" && reviewedAt !== null ? "in_review" : status;
}

/** Whether the withdrawal is open: pending, or approved and not sent yet. */
export function isUnderWay({ status }: Pick<Standing, "status">): boolean {
  return status === "pending" || status === "approved";
}
