/**
 * The lists of withdrawals that admins choose by status, in the order of their tabs: the statuses that each has, and the order
 * that it is in unless another is asked for.
 */
export const WITHDRAWAL_LISTS = {
  pending: { statuses: ["pending"], order: "oldest" },
  approved: { statuses: ["approved"], order: "oldest" },
  open: { statuses: ["pending", "approved"], order: "oldest" },
  completed: { statuses: ["completed"], order: "newest" },
  rejected: { statuses: ["rejected"], order: "newest" },
} as const;

export type WithdrawalList = keyof typeof WITHDRAWAL_LISTS;

// Object.keys gives string[]; the record's key type is the only thing it can hold, and it holds the first at least.
export const WITHDRAWAL_LIST_NAMES = Object.keys(WITHDRAWAL_LISTS) as [WithdrawalList, ...WithdrawalList[]];
