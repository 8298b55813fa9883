import { type ReactNode, useEffect, useRef } from "react";
import { CountdownRing } from "../ui/countdown-ring.tsx";
import { Facts } from "../ui/facts.tsx";
import { capUsd, formatAge } from "../ui/format.ts";
import { formatText } from "../ui/format-text.ts";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { Money } from "../ui/money.tsx";
import { NumberedSteps } from "../ui/numbered-steps.tsx";
import { withSupportLink } from "../ui/support-link.tsx";
import { billFact } from "./bill-fact.tsx";
import type { DepositStatus, Payment } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { KhqrCard } from "./khqr-card.tsx";
import { merchantNameOf } from "./merchant-name.ts";
import { OutcomeMark } from "./outcome-mark.tsx";

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

  // The button that asked for this code is unmounted, so the code takes the focus.
  useEffect(() => {
    if (deposit) layout.current?.focus({ preventScroll: true });
  }, [deposit]);

  const bill = billFact(deposit.billNumber);
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
    <Row
      ref={layout}
      tabIndex={-1}
      role="group"
      aria-label={DEPOSIT_TEXT.payment}
      direction={isCompact ? "column" : "row"}
      align={isCompact ? "center" : "start"}
      gap={isCompact ? 8 : 32}
      style={{ outline: "none" }}
    >
      <KhqrCard
        qrString={deposit.qrString}
        merchant={merchant}
        amountUsd={deposit.amount}
        veil={isPayable ? undefined : DEPOSIT_TEXT.statusWord[status]}
      />
      <Stack self="stretch" grow={!isCompact} minWidth={0} gap={isCompact ? 8 : 16}>
        <PaymentStatus payment={payment} status={status} nowMs={nowMs} isCompact={isCompact} />
        {isCompact ? (
          <Facts facts={[bill]} />
        ) : (
          <>
            {isPayable && (
              <Box margin="8px 0">
                <NumberedSteps label={DEPOSIT_TEXT.instructions} steps={DEPOSIT_TEXT.instruct(merchant)} size="body" />
              </Box>
            )}
            <Box margin="auto 0 0">
              <Facts facts={facts} />
              {actions}
            </Box>
          </>
        )}
      </Stack>
    </Row>
  );
}

type PaymentStatusProps = Pick<PaymentStepProps, "payment" | "status" | "nowMs" | "isCompact">;

/** The status of a code with the remaining time. Screen readers announce every change of status, not every second. */
function PaymentStatus({ payment, status, nowMs, isCompact }: PaymentStatusProps) {
  const size = isCompact ? 48 : 88;
  const { title, detail } = messageFor(payment, status, nowMs);
  const hasTrouble = status === "pending" && payment.trouble !== "none";
  return (
    <Row gap={isCompact ? 12 : 16} minHeight={isCompact ? 60 : 88}>
      {status === "pending" ? (
        <CountdownRing endsAtMs={payment.endsAtMs} lengthMs={lifetimeOf(payment)} size={size} />
      ) : (
        <OutcomeMark tone={status === "failed" ? "down" : "muted"} size={size} />
      )}
      <div>
        <Text as="h3" size={isCompact || status === "failed" ? "lead" : "section"} breaks="usual">
          {withSupportLink(title)}
        </Text>
        <Text size="dense" tone={hasTrouble ? "warn" : "muted"}>
          {detail}
        </Text>
      </div>
      <LiveRegion>
        {status === "pending" && !hasTrouble ? title : `${title}${formatText.fullStop} ${detail}`}
      </LiveRegion>
    </Row>
  );
}

function messageFor(payment: Payment, status: Exclude<DepositStatus, "paid">, nowMs: number) {
  switch (status) {
    case "pending":
      return pendingMessage(payment, nowMs);
    case "failed":
      return { title: DEPOSIT_TEXT.failed, detail: DEPOSIT_TEXT.failedDetail };
    case "expired":
      return { title: DEPOSIT_TEXT.expired, detail: DEPOSIT_TEXT.expiredDetail };
    case "cancelled":
      return { title: DEPOSIT_TEXT.ended, detail: DEPOSIT_TEXT.endedDetail };
  }
}

function pendingMessage({ trouble, checkedAtMs }: Payment, nowMs: number) {
  switch (trouble) {
    case "unreachable":
      return { title: DEPOSIT_TEXT.unreachable, detail: DEPOSIT_TEXT.unreachableDetail };
    case "network_slow":
      return { title: DEPOSIT_TEXT.waiting, detail: DEPOSIT_TEXT.networkSlow };
    case "none":
      return { title: DEPOSIT_TEXT.waiting, detail: DEPOSIT_TEXT.checkedAgo(formatAge(nowMs - checkedAtMs)) };
  }
}

function lifetimeOf({ deposit }: Payment): number {
  return Date.parse(deposit.expiresAt) - Date.parse(deposit.createdAt);
}
