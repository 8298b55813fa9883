/** Labels of an item's status, the same in its queue and in its trader's history. */

export const WITHDRAWAL_STATUS = {
  pending: "Pending",
  approved: "Approved",
  open: "Open",
  completed: "Completed",
  rejected: "Rejected",
  cancelled: "Cancelled",
  all: "All",
};
/** Label of a withdrawal that its trader cancelled (`cancelledByUser`), instead of its status. */
export const WITHDRAWAL_CANCELLED = "Cancelled";

export const DEPOSIT_STATUS = {
  pending: "Pending",
  paid: "Paid",
  failed: "Failed",
  expired: "Expired",
  cancelled: "Cancelled",
};

export const IDENTITY_REASON = {
  unclear: "The image is not clear enough",
  not_accepted: "The document is not accepted",
  expired: "The document has expired",
  name_differs: "The name differs from the account's",
  other: "Another reason, see the note",
  reopened: "The verification was reopened",
};
