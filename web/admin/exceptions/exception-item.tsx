import { styled } from "goober";
import { type ReactNode, useState } from "react";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatMoney } from "../../ui/format.ts";
import { Check, Clock, type IconGlyph, TriangleAlert, X } from "../../ui/icon.tsx";
import { MailAddress } from "../../ui/mail-address.tsx";
import { Amount, Money } from "../../ui/money.tsx";
import { media, type } from "../../ui/theme.ts";
import { type AdminFact, AdminFacts, FactColumns } from "../core/admin-facts.tsx";
import { AdminFlag, FlagStack } from "../core/admin-flag.tsx";
import { Evidence, EvidenceSection, ItemColumns, ItemMain, SectionTitle } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { timesFor } from "../core/admin-time.ts";
import { ItemHead } from "../core/item-head.tsx";
import { MoneyStrip } from "../core/money-strip.tsx";
import { RefusedFlag } from "../core/refused-flag.tsx";
import { DEPOSIT_ADMIN_TEXT } from "../deposits/deposit-admin-text.ts";
import { ApprovalFlag } from "../review/approval-flag.tsx";
import type { ReviewedItemProps } from "../review/use-review.ts";
import { ContextWaiting, EvidenceWaiting } from "../trader/context-waiting.tsx";
import { FrozenFlag } from "../trader/frozen-flag.tsx";
import { type HistoryTab, HistoryTable } from "../trader/history-table.tsx";
import { PersonNotes } from "../trader/person-notes.tsx";
import { TraderFacts } from "../trader/trader-facts.tsx";
import { DepositCandidates } from "./deposit-candidates.tsx";
import { EXCEPTION_ADMIN_TEXT } from "./exception-admin-text.ts";
import type { AdminException, ExceptionStatus } from "./exception-types.ts";
import { paidText } from "./paid-sum.ts";

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
    container-type: inline-size;
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

const text = EXCEPTION_ADMIN_TEXT;

type ExceptionItemProps = ReviewedItemProps & { exception: AdminException };

/** One unmatched payment: the paid amount against the requested one, and why it did not match. */
export function ExceptionItem({ exception, admin, refused, context, nowMs, refetch, onBack }: ExceptionItemProps) {
  const [tab, setTab] = useState<HistoryTab>("all");
  const trader = context === "failed" ? null : (context?.trader ?? null);
  const { reason, status, deposit, user, approvals, approvedBy } = exception;
  const { tone, icon } = LOOK[status];
  const at = timesFor(admin.timeZone, nowMs);
  return (
    <ItemColumns data-evidence={context !== "failed"}>
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
          {trader?.frozen && <FrozenFlag frozen={trader.frozen} at={at} />}
          <AdminFlag tone={status === "open" ? "warn" : "plain"} icon={TriangleAlert} title={text.reason[reason]}>
            {text.reasonDetail[reason]}
          </AdminFlag>
          {status === "open" && approvals.have > 0 && (
            <ApprovalFlag
              approvals={approvals}
              approvedBy={approvedBy}
              adminId={admin._id}
              at={at}
              describe={(cents) => formatMoney(Number(cents) / 100)}
            />
          )}
        </FlagStack>
        <Against className="num" aria-label={text.sums}>
          <Sum name={text.paid}>
            <Amount amount={exception.paidAmount} currency={exception.paidCurrency} />
          </Sum>
          <Sum name={text.asked}>
            <Money usd={deposit.amount} />
          </Sum>
          <Sum name={text.difference}>
            <Money usd={differenceUsd(exception)} as="moved" />
          </Sum>
        </Against>
        <FactColumns>
          <AdminFacts title={text.payment} facts={paymentFacts(exception, at)} />
          <AdminFacts title={text.deposit} facts={depositFacts(exception, at)} />
        </FactColumns>
        {status !== "open" && <AdminFacts title={text.decision} facts={decisionFacts(exception, at)} />}
        {trader ? (
          <>
            <MoneyStrip money={trader.money} />
            <HistoryTable
              trader={trader}
              item={{ id: exception._id, atMs: Date.parse(exception.createdAt) }}
              at={at}
              tab={tab}
              onTab={setTab}
            />
          </>
        ) : (
          <ContextWaiting hasFailed={context === "failed"} onRetry={refetch} />
        )}
      </ItemMain>
      {trader && (
        <Evidence aria-label={text.beside}>
          <section>
            <SectionTitle>{text.candidates}</SectionTitle>
            <DepositCandidates exception={exception} deposits={trader.deposits.last} at={at} />
          </section>
          <EvidenceSection>
            <TraderFacts trader={trader} person={user} nowMs={nowMs} timeZone={admin.timeZone} />
          </EvidenceSection>
          <PersonNotes trader={trader} name={user.name} at={at} hasKey={false} onWritten={refetch} />
        </Evidence>
      )}
      {context === null && <EvidenceWaiting />}
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

/** Paid minus requested, in dollars; null for a payment in another currency. */
function differenceUsd({ paidAmount, paidCurrency, deposit }: AdminException): number | null {
  return paidCurrency === "USD" ? paidAmount - deposit.amount : null;
}

type Write = (instant: string) => string;

function paymentFacts({ paidAt, paidFrom, settlementHash, createdAt }: AdminException, at: Write): AdminFact[] {
  return [
    { name: text.paidAt, value: paidAt === null ? text.noTime : at(paidAt), isFigure: true },
    {
      name: text.paidFrom,
      value: paidFrom === null ? text.payerNotKnown : <MailAddress of={paidFrom} />,
      after: paidFrom && <CopyButton text={paidFrom} what={ADMIN_TEXT.copy.payer} />,
    },
    { name: text.hash, value: settlementHash, after: <CopyButton text={settlementHash} what={ADMIN_TEXT.copy.hash} /> },
    { name: text.noticed, value: at(createdAt), isFigure: true },
  ];
}

function depositFacts({ deposit }: AdminException, at: Write): AdminFact[] {
  const { billNumber, status, createdAt } = deposit;
  return [
    { name: text.bill, value: billNumber, after: <CopyButton text={billNumber} what={ADMIN_TEXT.copy.bill} /> },
    { name: text.depositStatus, value: DEPOSIT_ADMIN_TEXT.status[status] },
    { name: ADMIN_TEXT.created, value: at(createdAt), isFigure: true },
  ];
}

function decisionFacts({ creditedAmount, note, decidedBy, decidedAt }: AdminException, at: Write): AdminFact[] {
  return [
    { name: text.credited, value: creditedAmount === null ? null : formatMoney(creditedAmount), isFigure: true },
    { name: text.decidedAt, value: decidedAt && at(decidedAt), isFigure: true },
    { name: text.decidedBy, value: decidedBy },
    { name: text.note, value: note },
  ];
}
