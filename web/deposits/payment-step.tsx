import { styled } from "goober";
import { type ReactNode, useEffect, useRef } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { capUsd } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { type } from "../ui/theme.ts";
import type { DepositStatus, Payment } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { KhqrCard } from "./khqr-card.tsx";
import { merchantNameOf } from "./merchant-name.ts";
import { COMPACT } from "./payment-layout.ts";
import { PaymentStatus } from "./payment-status.tsx";

const Layout = styled("div")`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 32px;
  outline: none;
  ${COMPACT} {
    grid-template-columns: minmax(0, 1fr);
    justify-items: center;
    gap: 8px;
  }
`;

const Side = styled("div")`
  display: flex;
  flex-direction: column;
  gap: 16px;
  width: 100%;
  ${COMPACT} {
    gap: 8px;
  }
`;

const Steps = styled("ol")`
  ${type.body}
  display: grid;
  gap: 12px;
  margin: 8px 0;
  color: var(--muted);
  counter-reset: step;
  & > li {
    display: flex;
    gap: 12px;
    counter-increment: step;
  }
  & > li::before {
    ${type.caption}
    content: counter(step);
    flex: none;
    width: 20px;
    height: 20px;
    border-radius: 50%;
    background: var(--raised);
    color: var(--text);
    font-weight: 600;
    line-height: 20px;
    text-align: center;
  }
`;

const Bottom = styled("div")`
  margin-top: auto;
`;

type PaymentStepProps = {
  payment: Payment;
  status: Exclude<DepositStatus, "paid">;
  nowMs: number;
  balanceUsd: number | null;
  isCompact: boolean;
  /** The buttons, where they are beside the code and not in the footer of the sheet. */
  actions: ReactNode;
};

/** Step 3: the code, how to pay it, and its status. */
export function PaymentStep({ payment, status, nowMs, balanceUsd, isCompact, actions }: PaymentStepProps) {
  const { deposit } = payment;
  const layout = useRef<HTMLDivElement>(null);
  const merchant = merchantNameOf(deposit.qrString);
  const isPayable = status === "pending";

  // The button that opened this step is unmounted, so the new content takes the focus.
  useEffect(() => layout.current?.focus({ preventScroll: true }), []);

  const bill = {
    name: DEPOSIT_TEXT.billNumber,
    value: (
      <>
        {deposit.billNumber}
        <CopyButton text={deposit.billNumber} what={DEPOSIT_TEXT.copiedBillNumber} />
      </>
    ),
  };
  const sum = <Money usd={deposit.amount} shown="always" />;
  const facts = isPayable
    ? [
        { name: DEPOSIT_TEXT.youPay, value: sum },
        bill,
        {
          name: DEPOSIT_TEXT.balanceAfter,
          value: <Money usd={balanceUsd === null ? null : capUsd(balanceUsd + deposit.amount)} />,
        },
      ]
    : [
        { name: DEPOSIT_TEXT.amount, value: sum },
        bill,
        { name: DEPOSIT_TEXT.availableBalance, value: <Money usd={capUsd(balanceUsd)} /> },
      ];

  return (
    <Layout ref={layout} tabIndex={-1} role="group" aria-label={DEPOSIT_TEXT.payment}>
      <KhqrCard
        qrString={deposit.qrString}
        merchant={merchant}
        amountUsd={deposit.amount}
        veil={isPayable ? undefined : DEPOSIT_TEXT.statusWord[status]}
      />
      <Side>
        <PaymentStatus payment={payment} status={status} nowMs={nowMs} isCompact={isCompact} />
        {!isCompact && isPayable && (
          <Steps aria-label={DEPOSIT_TEXT.instructions}>
            {DEPOSIT_TEXT.instruct(merchant).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </Steps>
        )}
        {isCompact ? (
          <FactList facts={[bill]} />
        ) : (
          <Bottom>
            <FactList facts={facts} />
            {actions}
          </Bottom>
        )}
      </Side>
    </Layout>
  );
}
