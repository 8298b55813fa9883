import { Badge, type BadgeLooks } from "../ui/badge.tsx";
import { Check, Clock, Eye, Undo2, X } from "../ui/icon.tsx";
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
  reversed: { tone: "down", icon: Undo2 },
};

/** The status of a deposit. The bank's taking back takes precedence over all, and the outcome of a review takes precedence over the status of the code. */
export function DepositBadge({ deposit }: { deposit: Pick<Deposit, "status" | "review" | "reversedAt"> }) {
  const state = stateOf(deposit);
  return <Badge {...DEPOSIT_LOOK[state]}>{DEPOSIT_TEXT.statusWord[state]}</Badge>;
}

function stateOf({ status, review, reversedAt }: Pick<Deposit, "status" | "review" | "reversedAt">): State {
  if (reversedAt !== null) return "reversed";
  if (status === "paid" || review === null || review.status === "dismissed") return status;
  return ({ open: "in_review", matched: "credited", refunded: "refunded" } as const)[review.status];
}
