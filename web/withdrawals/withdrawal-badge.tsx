import { Badge, type BadgeLooks } from "../ui/badge.tsx";
import { Check, Clock, Eye, Undo2, X } from "../ui/icon.tsx";
import { type ShownStatus, type Standing, shownStatus } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const LOOK: BadgeLooks<ShownStatus | "returned"> = {
  pending: { tone: "warn", icon: Clock },
  in_review: { tone: "warn", icon: Eye },
  approved: { tone: "up", icon: Check },
  completed: { tone: "up", icon: Check },
  rejected: { tone: "down", icon: X },
  cancelled: { tone: "neutral", icon: X },
  returned: { tone: "down", icon: Undo2 },
};

/** The status of a withdrawal; a completed one that the bank sent back is returned. */
export function WithdrawalBadge({ withdrawal }: { withdrawal: Standing & { returnedAt: string | null } }) {
  const status = withdrawal.returnedAt === null ? shownStatus(withdrawal) : "returned";
  return <Badge {...LOOK[status]}>{WITHDRAWAL_TEXT.statusWord[status]}</Badge>;
}
