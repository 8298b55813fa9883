import { Badge, type BadgeLooks } from "../ui/badge.tsx";
import { Check, Clock, Eye, X } from "../ui/icon.tsx";
import type { Deposit } from "./deposit-calls.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

type State = keyof typeof DEPOSIT_TEXT.statusWord;

export const DEPOSIT_LOOK: BadgeLooks<State> = {
  pending: { tone: "warn", icon: Clock },
  paid: { tone: "up", icon: Check },
  failed: { tone: "down", icon: X },
  expired: { tone: "neutral", icon: Clock },
  cancelled: { tone: "neutral", icon: X },
  in_review: { tone: "warn", icon: Eye },
  credited: { tone: "up", icon: Check },
  refunded: { tone: "neutral", icon: Check },
};

/** The status of a deposit. The outcome of a review takes precedence over the status of the code. */
export function DepositBadge({ deposit }: { deposit: Pick<Deposit, "status" | "review"> }) {
  const state = stateOf(deposit);
  return <Badge {...DEPOSIT_LOOK[state]}>{DEPOSIT_TEXT.statusWord[state]}</Badge>;
}

function stateOf({ status, review }: Pick<Deposit, "status" | "review">): State {
  if (status === "paid" || review === null || review.status === "dismissed") return status;
  return ({ open: "in_review", matched: "credited", refunded: "refunded" } as const)[review.status];
}
