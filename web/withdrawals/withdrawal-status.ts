/** What the API says of a withdrawal's standing. Times are ISO 8601. */
export type Standing = {
  status: "pending" | "approved" | "completed" | "rejected";
  cancelledByUser: boolean;
  /** When an admin first took it up; null before that. */
  reviewedAt: string | null;
};

/** What a person sees: a pending one that an admin has taken up is in review, a rejected one may be their own doing. */
export type ShownStatus = "pending" | "in_review" | "approved" | "completed" | "rejected" | "cancelled";

export function shownStatus({ status, cancelledByUser, reviewedAt }: Standing): ShownStatus {
  if (cancelledByUser) return "cancelled";
  return status === "pending" && reviewedAt !== null ? "in_review" : status;
}

/** Whether something can still become of it. */
export function isUnderWay({ status }: Pick<Standing, "status">): boolean {
  return status === "pending" || status === "approved";
}
