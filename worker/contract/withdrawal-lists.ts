type List = {
  statuses: readonly ("pending" | "approved" | "completed" | "rejected")[];
  /** Who closed one that was not paid: an admin, or the trader. */
  cancelled?: boolean;
  order: "oldest" | "newest";
};

/**
 * The lists of withdrawals that admins choose by status, in the order of their tabs: the statuses that each has, and the order
 * that it is in unless another is asked for.
 */
export const WITHDRAWAL_LISTS = {
  pending: { statuses: ["pending"], order: "oldest" },
  approved: { statuses: ["approved"], order: "oldest" },
  open: { statuses: ["pending", "approved"], order: "oldest" },
  completed: { statuses: ["completed"], order: "newest" },
  rejected: { statuses: ["rejected"], cancelled: false, order: "newest" },
  cancelled: { statuses: ["rejected"], cancelled: true, order: "newest" },
  all: { statuses: ["pending", "approved", "completed", "rejected"], order: "newest" },
} as const satisfies Record<string, List>;

export type WithdrawalList = keyof typeof WITHDRAWAL_LISTS;

// Object.keys gives string[]; the record's key type is the only thing it can hold, and it holds the first at least.
export const WITHDRAWAL_LIST_NAMES = Object.keys(WITHDRAWAL_LISTS) as [WithdrawalList, ...WithdrawalList[]];

/** Whether a list has a withdrawal. */
export function isInList(
  list: WithdrawalList,
  { status, cancelledByUser }: { status: List["statuses"][number]; cancelledByUser: boolean },
): boolean {
  const { statuses, cancelled }: List = WITHDRAWAL_LISTS[list];
  return statuses.includes(status) && (cancelled === undefined || cancelled === cancelledByUser);
}
