import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Check, Clock, Eye, type IconGlyph, X } from "../ui/icon.tsx";
import { type ShownStatus, type Standing, shownStatus } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const LOOK: Record<ShownStatus, { tone: BadgeTone; icon: IconGlyph }> = {
  pending: { tone: "warn", icon: Clock },
  in_review: { tone: "warn", icon: Eye },
  approved: { tone: "up", icon: Check },
  completed: { tone: "up", icon: Check },
  rejected: { tone: "down", icon: X },
  cancelled: { tone: "neutral", icon: X },
};

/** The status of a withdrawal as a badge. */
export function WithdrawalBadge({ withdrawal }: { withdrawal: Standing }) {
  const status = shownStatus(withdrawal);
  const { tone, icon } = LOOK[status];
  return (
    <Badge tone={tone} icon={icon}>
      {WITHDRAWAL_TEXT.statusWord[status]}
    </Badge>
  );
}
