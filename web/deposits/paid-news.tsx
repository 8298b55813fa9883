import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";
import { Figure } from "../ui/figure.ts";
import { ArrowDownLeft } from "../ui/icon.tsx";
import { Stack, Text } from "../ui/layout.tsx";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { OutcomeNews } from "./outcome-layout.ts";
import { OutcomeMark } from "./outcome-mark.tsx";

type PaidNewsProps = {
  /** The balance including the deposit; false while it is unknown. */
  balance: ReactNode;
  amount: ReactNode;
};

/** The message that a deposit was paid, with the balance that it made. */
export function PaidNews({ balance, amount }: PaidNewsProps) {
  return (
    <OutcomeNews>
      <OutcomeMark tone="up" />
      <h3>{DEPOSIT_TEXT.paid}</h3>
      <p>{DEPOSIT_TEXT.paidDetail}</p>
      <Stack align="center" gap={8} margin="32px 0 0">
        {balance && (
          <>
            <Text size="body" tone="muted" margin="0 0 -8px">
              {DEPOSIT_TEXT.availableBalance}
            </Text>
            <Figure className="num" data-size="hero">
              {balance}
            </Figure>
          </>
        )}
        <Badge tone="up" icon={ArrowDownLeft}>
          {amount}
        </Badge>
      </Stack>
    </OutcomeNews>
  );
}
