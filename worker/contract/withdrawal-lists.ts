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

/**
 * The views of the open withdrawals, in the order in which they are shown. `waiting` is what waits for the asking admin and nobody else
 * works on, which the bar counts; `needs_approval` what they can still approve; `approved_by_me` what they approved and another admin has
 * not yet. `to_decide`, `on_hold`, `client`, `to_pay` and `with_bank` have each open withdrawal once.
 */
export const WITHDRAWAL_VIEWS = [
  "waiting",
  "mine",
  "needs_approval",
  "to_decide",
  "on_hold",
  "client",
  "to_pay",
  "with_bank",
  "approved_by_me",
] as const;

/** A view of the open withdrawals. */
export type WithdrawalView = (typeof WITHDRAWAL_VIEWS)[number];
