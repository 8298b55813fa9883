import { Badge, type BadgeLooks } from "../ui/badge.tsx";
import { Check, Clock, Eye, X } from "../ui/icon.tsx";
import { type ShownStatus, type Standing, shownStatus } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const LOOK: BadgeLooks<ShownStatus> = {
  pending: { tone: "warn", icon: Clock },
  in_review: { tone: "warn", icon: Eye },
  approved: { tone: "up", icon: Check },
  completed: { tone: "up", icon: Check },
  rejected: { tone: "down", icon: X },
  cancelled: { tone: "neutral", icon: X },
};

export function WithdrawalBadge({ withdrawal }: { withdrawal: Standing }) {
  const status = shownStatus(withdrawal);
  return <Badge {...LOOK[status]}>{WITHDRAWAL_TEXT.statusWord[status]}</Badge>;
}
