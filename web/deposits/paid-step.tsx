import { styled } from "goober";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatDateTime, formatSignedMoney } from "../format.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Figure } from "../ui/figure.ts";
import { ArrowDownLeft } from "../ui/icon.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { Ring } from "../ui/ring.tsx";
import { type } from "../ui/theme.ts";
import { useNow } from "../ui/use-now.ts";
import { CountUp } from "./count-up.tsx";
import type { Payment } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { COMPACT } from "./payment-layout.ts";

// As wide and as high as the card and the facts that stood here before, so that nothing jumps.
const Layout = styled("div")`
  display: grid;
  grid-template-columns: 305px minmax(0, 1fr);
  gap: 32px;
  min-height: 427px;
  outline: none;
  ${COMPACT} {
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 32px;
    min-height: 0;
    padding-top: 40px;
  }
`;

const News = styled("div")`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  padding: 24px 16px;
  border-radius: var(--radius-card);
  background: var(--raised);
  text-align: center;
  ${COMPACT} {
    padding: 0;
    background: none;
  }
  & > h3 {
    ${type.section}
    margin-top: 24px;
  }
  & > p {
    ${type.body}
    color: var(--muted);
  }
  & > p:nth-of-type(2) {
    margin-top: 32px;
  }
  & > div:last-child {
    margin-top: 8px;
  }
`;

const Receipt = styled("div")`
  display: flex;
  flex-direction: column;
  justify-content: center;
  gap: 24px;
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
  /** The balance with the deposit in it, in dollars. */
  balanceUsd: number | null;
  timeZone: string;
  /** Where they stand beside the news and not at the sheet's foot. */
  actions: ReactNode;
};

/** The end of a paid deposit: the good news, the balance counted up, and a receipt. */
export function PaidStep({ payment, balanceUsd, timeZone, actions }: PaidStepProps) {
  const { deposit, checkedAtMs } = payment;
  const layout = useRef<HTMLDivElement>(null);
  useEffect(() => layout.current?.focus({ preventScroll: true }), []);
  return (
    <Layout ref={layout} tabIndex={-1} role="group" aria-label={DEPOSIT_TEXT.paidNote}>
      <News>
        <OutcomeMark tone="up" />
        <h3>{DEPOSIT_TEXT.paid}</h3>
        <p>{DEPOSIT_TEXT.paidDetail}</p>
        {balanceUsd !== null && (
          <>
            <p>{DEPOSIT_TEXT.availableBalance}</p>
            <Figure className="num" data-size="hero">
              <CountUp fromUsd={balanceUsd - deposit.amount} toUsd={balanceUsd} />
            </Figure>
          </>
        )}
        <div>
          <Badge tone="up" icon={ArrowDownLeft}>
            <span className="num">{formatSignedMoney(deposit.amount)}</span>
          </Badge>
        </div>
      </News>
      <Receipt>
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
      </Receipt>
    </Layout>
  );
}

/** Says the good news to readers; it is on the page before it has anything to say. */
export function PaidAnnouncement({ isPaid }: { isPaid: boolean }) {
  return <LiveRegion>{isPaid ? `${DEPOSIT_TEXT.paid}. ${DEPOSIT_TEXT.paidDetail}` : ""}</LiveRegion>;
}

/** @param closeAfterMs how long the screen stays by itself, in ms */
export function PaidActions({ closeAfterMs, onDone }: { closeAfterMs: number; onDone: () => void }) {
  const [endsAtMs] = useState(() => Date.now() + closeAfterMs);
  const leftMs = Math.max(0, endsAtMs - useNow(100));
  return (
    <div>
      <Button variant="accent" size="large" isWide onClick={onDone}>
        {DEPOSIT_TEXT.done}
      </Button>
      <Closing>
        <Ring fraction={leftMs / closeAfterMs} size={14} strokeWidth={2} />
        <span className="num">{DEPOSIT_TEXT.closesIn(Math.ceil(leftMs / 1000))}</span>
      </Closing>
    </div>
  );
}
