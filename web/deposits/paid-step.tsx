import { styled } from "goober";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { depositReceiptPath } from "../state/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Figure } from "../ui/figure.ts";
import { capUsd, formatDateTime } from "../ui/format.ts";
import { ArrowDownLeft, ReceiptText } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { Ring } from "../ui/ring.tsx";
import { type } from "../ui/theme.ts";
import { useAttended } from "../ui/use-attended.ts";
import { useNow } from "../ui/use-now.ts";
import { CountUp } from "./count-up.tsx";
import type { Payment } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { Outcome, OutcomeFacts, OutcomeNews } from "./outcome-layout.ts";
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

const Buttons = styled("div")`
  display: grid;
  gap: 8px;
`;

const Closing = styled("p")`
  ${type.dense}
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  margin-top: 16px;
  color: var(--muted);
`;

type PaidStepProps = {
  payment: Payment;
  /** The balance including the deposit, in dollars. */
  balanceUsd: number | null;
  timeZone: string;
  /** The buttons, where they are beside the message and not in the footer of the sheet. */
  actions: ReactNode;
};

/** The end of a paid deposit: confirmation, animated balance, and receipt. */
export function PaidStep({ payment, balanceUsd, timeZone, actions }: PaidStepProps) {
  const { deposit, checkedAtMs } = payment;
  const layout = useRef<HTMLDivElement>(null);
  useEffect(() => layout.current?.focus({ preventScroll: true }), []);
  return (
    <Outcome ref={layout} tabIndex={-1} role="group" aria-label={DEPOSIT_TEXT.paidNote}>
      <OutcomeNews>
        <OutcomeMark tone="up" />
        <h3>{DEPOSIT_TEXT.paid}</h3>
        <p>{DEPOSIT_TEXT.paidDetail}</p>
        <Balance>
          {balanceUsd !== null && (
            <>
              <p>{DEPOSIT_TEXT.availableBalance}</p>
              <Figure className="num" data-size="hero">
                <CountUp fromUsd={capUsd(balanceUsd - deposit.amount)} toUsd={capUsd(balanceUsd)} />
              </Figure>
            </>
          )}
          <Badge tone="up" icon={ArrowDownLeft}>
            <Money usd={deposit.amount} as="moved" shown="always" />
          </Badge>
        </Balance>
      </OutcomeNews>
      <OutcomeFacts>
        <FactList
          facts={[
            {
              name: DEPOSIT_TEXT.billNumber,
              value: (
                <>
                  {deposit.billNumber}
                  <CopyButton text={deposit.billNumber} what={DEPOSIT_TEXT.copiedBillNumber} />
                </>
              ),
            },
            { name: DEPOSIT_TEXT.paidAt, value: formatDateTime(checkedAtMs, timeZone) },
            { name: DEPOSIT_TEXT.method, value: DEPOSIT_TEXT.khqr },
          ]}
        />
        {actions}
      </OutcomeFacts>
    </Outcome>
  );
}

type PaidActionsProps = {
  billNumber: string;
  /** The delay before the modal closes while there is no hover or focus, in ms. */
  closeAfterMs: number;
  /** Called on a press or after the delay. */
  onDone: () => void;
};

/** The buttons below a paid deposit, and the countdown that closes the modal. */
export function PaidActions({ billNumber, closeAfterMs, onDone }: PaidActionsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isAttended = useAttended(frame);
  return (
    <div ref={frame}>
      <Buttons>
        <Button variant="accent" size="large" isWide onClick={onDone}>
          {DEPOSIT_TEXT.done}
        </Button>
        <ButtonLink href={depositReceiptPath(billNumber)} variant="plain" size="touch" icon={ReceiptText} isWide>
          {DEPOSIT_TEXT.receipt.show}
        </ButtonLink>
      </Buttons>
      {isAttended ? (
        <Closing>{DEPOSIT_TEXT.staysOpen}</Closing>
      ) : (
        <Countdown closeAfterMs={closeAfterMs} onEnd={onDone} />
      )}
    </div>
  );
}

/** Counts down from the first render and calls `onEnd` at zero. */
function Countdown({ closeAfterMs, onEnd }: { closeAfterMs: number; onEnd: () => void }) {
  const [endsAtMs] = useState(() => Date.now() + closeAfterMs);
  const leftMs = Math.max(0, endsAtMs - useNow(100));
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(end, closeAfterMs);
    return () => clearTimeout(timer);
  }, [closeAfterMs]);
  return (
    <Closing>
      <Ring fraction={leftMs / closeAfterMs} size={14} strokeWidth={2} />
      <span className="num">{DEPOSIT_TEXT.closesIn(Math.ceil(leftMs / 1000))}</span>
    </Closing>
  );
}
