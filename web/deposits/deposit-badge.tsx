import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Check, Clock, type IconGlyph, X } from "../ui/icon.tsx";
import type { DepositStatus } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

const LOOK: Record<DepositStatus, { tone: BadgeTone; icon: IconGlyph }> = {
  pending: { tone: "warn", icon: Clock },
  paid: { tone: "up", icon: Check },
  failed: { tone: "down", icon: X },
  expired: { tone: "neutral", icon: Clock },
  cancelled: { tone: "neutral", icon: X },
};

export function DepositBadge({ status }: { status: DepositStatus }) {
  const { tone, icon } = LOOK[status];
  return (
    <Badge tone={tone} icon={icon}>
      {DEPOSIT_TEXT.statusWord[status]}
    </Badge>
  );
}
