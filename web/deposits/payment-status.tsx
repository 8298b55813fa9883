import { styled } from "goober";
import { CountdownRing } from "../ui/countdown-ring.tsx";
import { formatAge } from "../ui/format.ts";
import { LiveRegion } from "../ui/live-region.tsx";
import { withSupportLink } from "../ui/support-link.tsx";
import { type } from "../ui/theme.ts";
import type { DepositStatus, Payment } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { COMPACT } from "./payment-layout.ts";

const Row = styled("div")`
  display: flex;
  align-items: center;
  gap: 16px;
  min-height: 88px;
  ${COMPACT} {
    gap: 12px;
    min-height: 60px;
  }
  & h3 {
    ${type.section}
    text-wrap: wrap;
    ${COMPACT} {
      ${type.lead}
    }
  }
  &[data-long="true"] h3 {
    ${type.lead}
  }
  & p {
    ${type.dense}
    color: var(--muted);
  }
  &[data-trouble="true"] p {
    color: var(--warn);
  }
`;

type PaymentStatusProps = {
  payment: Payment;
  /** The status to show, from {@link shownStatus}; a paid code has a screen of its own. */
  status: Exclude<DepositStatus, "paid">;
  nowMs: number;
  isCompact: boolean;
};

/** The status of a code with the remaining time. Screen readers announce every change of status, not every second. */
export function PaymentStatus({ payment, status, nowMs, isCompact }: PaymentStatusProps) {
  const size = isCompact ? 48 : 88;
  const { title, detail } = messageFor(payment, status, nowMs);
  const hasTrouble = status === "pending" && payment.trouble !== "none";
  return (
    <Row data-trouble={hasTrouble} data-long={status === "failed"}>
      {status === "pending" ? (
        <CountdownRing endsAtMs={payment.endsAtMs} lengthMs={lifetimeOf(payment)} size={size} />
      ) : (
        <OutcomeMark tone={status === "failed" ? "down" : "muted"} size={size} />
      )}
      <div>
        <h3>{withSupportLink(title)}</h3>
        <p>{detail}</p>
      </div>
      <LiveRegion>{status === "pending" && !hasTrouble ? title : `${title}. ${detail}`}</LiveRegion>
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
