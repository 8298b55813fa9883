import { ROUTE } from "../../state/routes.ts";
import type { ListedStage, ListedStatus } from "./withdrawal-calls.ts";

/** The status whose list contains a stage; `open` where the stage spans both open statuses. */
const STATUS: Record<ListedStage, ListedStatus> = {
  waiting: "open",
  review: "pending",
  second_approval: "open",
  blocked: "open",
  held: "pending",
  client: "open",
  payout: "approved",
  claimed: "open",
  mine: "open",
  needs_approval: "open",
  to_decide: "open",
  on_hold: "open",
  to_pay: "open",
  with_bank: "open",
  approved_by_me: "open",
};

/** Address of the list of exactly the withdrawals of a stage. */
export function stagePath(stage: ListedStage): string {
  const status = STATUS[stage];
  const search = new URLSearchParams({ ...(status === "pending" ? {} : { status }), stage });
  return `${ROUTE.adminWithdrawals}?${search}`;
}
