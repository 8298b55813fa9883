import { styled } from "goober";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";
import { Figure } from "../ui/figure.ts";
import { ArrowDownLeft } from "../ui/icon.tsx";
import { type } from "../ui/theme.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { OutcomeNews } from "./outcome-layout.ts";
import { OutcomeMark } from "./outcome-mark.tsx";

const Balance = styled("div")`
  display: grid;
  justify-items: center;
  gap: 8px;
  margin-top: 32px;
  & > p {
    ${type.body}
    margin-bottom: -8px;
    color: var(--muted);
  }
`;

type PaidNewsProps = {
  /** The balance including the deposit; false while it is unknown. */
  balance: ReactNode;
  /** The deposit, with its sign. */
  amount: ReactNode;
};

/** The message that a deposit was paid, with the balance that it made. */
export function PaidNews({ balance, amount }: PaidNewsProps) {
  return (
    <OutcomeNews>
      <OutcomeMark tone="up" />
      <h3>{DEPOSIT_TEXT.paid}</h3>
      <p>{DEPOSIT_TEXT.paidDetail}</p>
      <Balance>
        {balance && (
          <>
            <p>{DEPOSIT_TEXT.availableBalance}</p>
            <Figure className="num" data-size="hero">
              {balance}
            </Figure>
          </>
        )}
        <Badge tone="up" icon={ArrowDownLeft}>
          {amount}
        </Badge>
      </Balance>
    </OutcomeNews>
  );
}
