import { ROUTE } from "../../state/routes.ts";
import type { ListedStage, ListedStatus } from "./withdrawal-types.ts";

/** The status in whose list the withdrawals of a stage are: in that of all open ones where they have both statuses. */
const STATUS: Record<ListedStage, ListedStatus> = {
  waiting: "open",
  review: "pending",
  second_approval: "open",
  held: "pending",
  payout: "approved",
  claimed: "open",
};

/** The address of the list that has the withdrawals of a stage and no others. */
export function stagePath(stage: ListedStage): string {
  const status = STATUS[stage];
  const search = new URLSearchParams({ ...(status === "pending" ? {} : { status }), stage });
  return `${ROUTE.adminWithdrawals}?${search}`;
}
