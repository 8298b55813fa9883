/** What became of an item, in the same words in its queue and in the history of its trader. */

export const WITHDRAWAL_STATUS = {
  pending: "Pending",
  approved: "Approved",
  open: "Open",
  completed: "Completed",
  rejected: "Rejected",
};
export const WITHDRAWAL_CANCELLED = "Cancelled";

export const DEPOSIT_STATUS = {
  pending: "Pending",
  paid: "Paid",
  failed: "Failed",
  expired: "Expired",
  cancelled: "Cancelled",
};

/** Why an identity was rejected. */
export const IDENTITY_REASON = {
  unclear: "The image is not clear enough",
  not_accepted: "The document is not accepted",
  expired: "The document has expired",
  name_differs: "The name differs from the account's",
  other: "Another reason, see the note",
  reopened: "The verification was reopened",
};
