import { styled } from "goober";
import type { ReactNode } from "react";
import type { User } from "../../api.ts";
import { formatMoney, formatSignedMoney, NO_VALUE } from "../../format.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Check, Clock, type IconGlyph, TriangleAlert, X } from "../../ui/icon.tsx";
import { media, type } from "../../ui/theme.ts";
import { DEPOSIT_DESK_TEXT } from "../deposits/deposit-desk-text.ts";
import { paidText } from "../deposits/paid-sum.ts";
import { type DeskFact, DeskFacts, FactColumns } from "../desk/desk-facts.tsx";
import { DeskFlag, FlagStack } from "../desk/desk-flag.tsx";
import { ItemColumns, ItemMain } from "../desk/desk-layout.ts";
import { DESK_TEXT } from "../desk/desk-text.ts";
import { timesFor } from "../desk/desk-time.ts";
import type { DeskException, ExceptionStatus } from "../desk/desk-types.ts";
import type { HeldAct } from "../desk/held-acts.ts";
import { ItemHead } from "../desk/item-head.tsx";
import { RefusedFlag } from "../desk/refused-flag.tsx";
import { TraderPanel } from "../desk/trader-panel.tsx";
import type { ShownTrader } from "../desk/use-trader.ts";
import { AgreementFlag } from "../withdrawals/agreement-flag.tsx";
import { EXCEPTION_DESK_TEXT } from "./exception-desk-text.ts";

const Against = styled("dl")`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 16px;
  padding: 12px 16px;
  border-radius: var(--radius-control);
  background: var(--surface);
  & dt {
    ${type.caption}
    color: var(--muted);
  }
  & dd {
    ${type.lead}
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  ${media.phone} {
    gap: 8px;
    padding: 12px;
  }
`;

const LOOK: Record<ExceptionStatus, { tone: BadgeTone; icon: IconGlyph }> = {
  open: { tone: "warn", icon: Clock },
  matched: { tone: "up", icon: Check },
  refunded: { tone: "neutral", icon: Check },
  dismissed: { tone: "neutral", icon: X },
};

const text = EXCEPTION_DESK_TEXT;

type ExceptionItemProps = {
  exception: DeskException;
  admin: User;
  refused: HeldAct | null;
  trader: ShownTrader;
  nowMs: number;
  onBack: () => void;
};

/** One payment that fits no deposit: what was paid against what was asked, and why it waits. */
export function ExceptionItem({ exception, admin, refused, trader, nowMs, onBack }: ExceptionItemProps) {
  const { reason, status, deposit, user, approvals, words } = exception;
  const { tone, icon } = LOOK[status];
  const at = timesFor(admin.timeZone, nowMs);
  return (
    <ItemColumns>
      <ItemMain>
        <ItemHead
          figure={paidText(exception)}
          badge={
            <Badge tone={tone} icon={icon}>
              {text.status[status]}
            </Badge>
          }
          lead={`${user.name}, ${deposit.billNumber}`}
          onBack={onBack}
        />
        <FlagStack>
          {refused && <RefusedFlag refused={refused} />}
          <DeskFlag tone={status === "open" ? "warn" : "plain"} icon={TriangleAlert} title={text.reason[reason]}>
            {text.reasonDetail[reason]}
          </DeskFlag>
          {status === "open" && approvals.have > 0 && (
            <AgreementFlag
              approvals={approvals}
              words={words}
              adminId={admin._id}
              at={at}
              describe={(cents) => formatMoney(Number(cents) / 100)}
            />
          )}
        </FlagStack>
        <Against className="num">
          <Sum name={text.paid}>{paidText(exception)}</Sum>
          <Sum name={text.asked}>{formatMoney(deposit.amount)}</Sum>
          <Sum name={text.difference}>{differenceText(exception)}</Sum>
        </Against>
        <FactColumns>
          <DeskFacts title={text.payment} facts={paymentFacts(exception, at)} />
          <DeskFacts title={text.deposit} facts={depositFacts(exception, at)} />
        </FactColumns>
        {status !== "open" && <DeskFacts title={text.decision} facts={decisionFacts(exception, at)} />}
        <TraderPanel
          trader={trader}
          itemId={exception._id}
          cameAtMs={Date.parse(exception.createdAt)}
          nowMs={nowMs}
          timeZone={admin.timeZone}
        />
      </ItemMain>
    </ItemColumns>
  );
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function differenceText({ paidAmount, paidCurrency, deposit }: DeskException): string {
  return paidCurrency === "USD" ? formatSignedMoney(paidAmount - deposit.amount) : NO_VALUE;
}

type Write = (instant: string) => string;

function paymentFacts({ paidAt, settlementHash, createdAt, user }: DeskException, at: Write): DeskFact[] {
  return [
    { name: text.paidAt, value: paidAt === null ? text.noTime : at(paidAt), isFigure: true },
    { name: text.hash, value: settlementHash, after: <CopyButton text={settlementHash} what={DESK_TEXT.copy.hash} /> },
    { name: text.noticed, value: at(createdAt), isFigure: true },
    { name: text.trader, value: `${user.name} (${user.username})` },
    { name: DESK_TEXT.email, value: user.email },
  ];
}

function depositFacts({ deposit }: DeskException, at: Write): DeskFact[] {
  const { billNumber, status, createdAt } = deposit;
  return [
    { name: text.bill, value: billNumber, after: <CopyButton text={billNumber} what={DESK_TEXT.copy.bill} /> },
    { name: text.depositStatus, value: DEPOSIT_DESK_TEXT.status[status] },
    { name: DESK_TEXT.created, value: at(createdAt), isFigure: true },
  ];
}

function decisionFacts({ creditedAmount, note, decidedBy, decidedAt }: DeskException, at: Write): DeskFact[] {
  return [
    { name: text.credited, value: creditedAmount === null ? null : formatMoney(creditedAmount), isFigure: true },
    { name: text.decidedAt, value: decidedAt && at(decidedAt), isFigure: true },
    { name: text.decidedBy, value: decidedBy },
    { name: text.note, value: note },
  ];
}
