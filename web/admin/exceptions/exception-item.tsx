import { type ReactNode, useState } from "react";
import { ROUTE } from "../../state/routes.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatMoney } from "../../ui/format.ts";
import { Check, Clock, type IconGlyph, TriangleAlert, X } from "../../ui/icon.tsx";
import { Box, Grid, Text } from "../../ui/layout.tsx";
import { MailAddress } from "../../ui/mail-address.tsx";
import { Amount, Money } from "../../ui/money.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type AdminFact, AdminFacts, FactColumns } from "../core/admin-facts.tsx";
import type { Flag } from "../core/admin-flag.tsx";
import { Evidence, EvidenceSection, QuietText, SectionTitle } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { AdminView } from "../core/admin-time.ts";
import { DEPOSIT_ADMIN_TEXT } from "../deposits/deposit-admin-text.ts";
import { itemPath } from "../list/use-open-item.ts";
import { Conversation } from "../questions/conversation.tsx";
import { approvalFlag } from "../review/approval-flag.tsx";
import type { ReviewedItemProps } from "../review/review-screen.tsx";
import { ReviewedItem } from "../review/reviewed-item.tsx";
import { EvidenceWaiting } from "../trader/context-waiting.tsx";
import type { HistoryTab } from "../trader/history-table.tsx";
import { PersonNotes } from "../trader/person-notes.tsx";
import { TraderFacts } from "../trader/trader-facts.tsx";
import { frozenFlag } from "../trader/trader-flags.ts";
import type { TraderContext } from "../trader/trader-types.ts";
import { EXCEPTION_ADMIN_TEXT } from "./exception-admin-text.ts";
import type { AdminException, ExceptionContext, ExceptionStatus } from "./exception-calls.ts";
import { paidSum, sumIn } from "./paid-sum.ts";

const LOOK: Record<ExceptionStatus, { tone: BadgeTone; icon: IconGlyph }> = {
  open: { tone: "warn", icon: Clock },
  matched: { tone: "up", icon: Check },
  refunded: { tone: "neutral", icon: Check },
  dismissed: { tone: "neutral", icon: X },
};

const text = EXCEPTION_ADMIN_TEXT;

/** One unmatched payment: the paid amount against the requested one, and why it did not match. */
export function ExceptionItem(props: ReviewedItemProps<AdminException, ExceptionContext>) {
  const { item: exception, view, context, refetch } = props;
  const { admin, at } = view;
  const { status, deposit, user, code, chosenTrader, approvals, approvedBy, refundApprovals } = exception;
  const history = useState<HistoryTab>("all");
  const trader = context === "failed" ? null : (context?.trader ?? null);
  const isOpen = status === "open";
  const approved = { approvals, approvedBy, adminId: admin._id, at };
  const approvedRefund = { ...approved, approvals: refundApprovals, approvedBy: exception.refundApprovedBy };
  return (
    <ReviewedItem
      {...props}
      head={{
        figure: paidSum(exception),
        badge: <Badge {...LOOK[status]}>{text.status[status]}</Badge>,
        lead: user.name === code ? code : `${user.name}, ${code}`,
      }}
      flags={[
        trader?.frozen && frozenFlag(trader.frozen, at),
        reasonFlag(exception),
        isOpen &&
          deposit?.isMarkedByHand && {
            icon: TriangleAlert,
            title: text.markedByHandTitle,
            text: text.markedByHand(formatMoney(deposit.paidAmount ?? 0)),
          },
        isOpen &&
          approvals.have > 0 &&
          approvalFlag({
            ...approved,
            describe: (detail) => {
              const sum = formatMoney(Number(detail.split(" ")[0]) / 100);
              return chosenTrader ? text.forTrader(sum, chosenTrader.name, chosenTrader.username) : sum;
            },
          }),
        // The approved sum is not shown: the second admin reads the bank's records instead.
        isOpen && refundApprovals.have > 0 && approvalFlag({ ...approvedRefund, step: text.refund }),
      ]}
      createdAt={exception.createdAt}
      history={history}
      evidence={
        trader && deposit ? (
          <ExceptionEvidence exception={{ ...exception, deposit }} trader={trader} view={view} refetch={refetch} />
        ) : (
          context === null && deposit !== null && <EvidenceWaiting />
        )
      }
    >
      <Grid
        as="dl"
        className="num"
        aria-label={text.sums}
        columns={3}
        gap={16}
        pad="12px 16px"
        surface="surface"
        radius="control"
        phone={{ gap: 8, pad: 12 }}
      >
        <Sum name={text.paid}>
          <Amount amount={exception.paidAmount} currency={exception.paidCurrency} />
        </Sum>
        <Sum name={text.asked}>
          <Money usd={deposit?.amount ?? null} />
        </Sum>
        <Sum name={text.difference}>
          <Money usd={differenceUsd(exception)} as="moved" />
        </Sum>
      </Grid>
      {context !== null && context !== "failed" && context.trader !== null && (
        <Conversation
          thread={context.questions}
          client={exception.client}
          user={user}
          cameAt={exception.createdAt}
          isOpen={isOpen}
          view={view}
          itemId={exception._id}
          composer={props.form}
          card={context.trader.identity.image}
        />
      )}
      <FactColumns>
        <AdminFacts title={text.payment} facts={paymentFacts(exception, at)} />
        {deposit && <AdminFacts title={text.deposit} facts={depositFacts(deposit, at)} />}
      </FactColumns>
      {!isOpen && <AdminFacts title={text.decision} facts={decisionFacts(exception, at)} />}
    </ReviewedItem>
  );
}

function reasonFlag({ status, reason, creditedTo }: AdminException): Flag {
  const link = creditedTo && (
    <TextLink href={itemPath(ROUTE.adminDeposits, creditedTo._id)}>{creditedTo.billNumber}</TextLink>
  );
  return {
    tone: status === "open" ? "warn" : "plain",
    icon: TriangleAlert,
    title: text.reason[reason],
    text: (
      <>
        {text.reasonDetail[reason]} {link}
      </>
    ),
  };
}

type AskedDeposit = NonNullable<AdminException["deposit"]>;
type ExceptionEvidenceProps = {
  exception: AdminException & { deposit: AskedDeposit };
  trader: TraderContext;
  view: AdminView;
  refetch: () => void;
};

function ExceptionEvidence({ exception, trader, view, refetch }: ExceptionEvidenceProps) {
  return (
    <Evidence aria-label={text.beside}>
      <section>
        <SectionTitle>{text.candidates}</SectionTitle>
        <DepositCandidates exception={exception} deposits={trader.deposits.last} at={view.at} />
      </section>
      <EvidenceSection>
        <TraderFacts trader={trader} person={exception.user} view={view} />
      </EvidenceSection>
      <PersonNotes trader={trader} name={exception.user.name} at={view.at} onWritten={refetch} />
    </Evidence>
  );
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text as="dt" size="caption" tone="muted">
        {name}
      </Text>
      <Text as="dd" size="lead" weight={600} isContainer>
        {children}
      </Text>
    </div>
  );
}

/** Paid minus requested, in dollars; null for a payment in another currency, and for one that nobody asked for. */
function differenceUsd({ paidAmount, paidCurrency, deposit }: AdminException): number | null {
  return paidCurrency === "USD" && deposit ? paidAmount - deposit.amount : null;
}

type Write = (instant: string) => string;

function paymentFacts(
  { paidAt, paidFrom, settlementHash, createdAt, deposit }: AdminException,
  at: Write,
): AdminFact[] {
  const isLate = paidAt !== null && deposit !== null && paidAt > deposit.expiresAt;
  return [
    {
      name: text.paidAt,
      value: paidAt === null ? text.noTime : `${at(paidAt)}${isLate ? `, ${text.late}` : ""}`,
      isFigure: true,
    },
    {
      name: text.paidFrom,
      value: paidFrom === null ? text.payerNotKnown : <MailAddress of={paidFrom} />,
      after: paidFrom && <CopyButton text={paidFrom} what={ADMIN_TEXT.copy.payer} />,
    },
    // A payment that came without a code is known by its line of the statement.
    {
      name: text.hash,
      value: settlementHash.startsWith("statement:") ? null : settlementHash,
      after: <CopyButton text={settlementHash} what={ADMIN_TEXT.copy.hash} />,
    },
    { name: text.noticed, value: at(createdAt), isFigure: true },
  ];
}

function depositFacts({ _id, billNumber, status, createdAt, paidAmount }: AskedDeposit, at: Write): AdminFact[] {
  return [
    {
      name: text.bill,
      value: <TextLink href={itemPath(ROUTE.adminDeposits, _id)}>{billNumber}</TextLink>,
      after: <CopyButton text={billNumber} what={ADMIN_TEXT.copy.bill} />,
    },
    { name: text.depositStatus, value: DEPOSIT_ADMIN_TEXT.status[status] },
    { name: text.depositCredited, value: paidAmount === null ? null : formatMoney(paidAmount), isFigure: true },
    { name: ADMIN_TEXT.created, value: at(createdAt), isFigure: true },
  ];
}

function decisionFacts(exception: AdminException, at: Write): AdminFact[] {
  const { creditedAmount, refundedAmount, refundReference, paidCurrency, note, decidedBy, decidedAt } = exception;
  return [
    {
      name: text.refunded,
      value: refundedAmount === null ? null : sumIn(paidCurrency, refundedAmount),
      isFigure: true,
    },
    { name: text.refundReference, value: refundReference },
    { name: text.credited, value: creditedAmount === null ? null : formatMoney(creditedAmount), isFigure: true },
    { name: text.decidedAt, value: decidedAt && at(decidedAt), isFigure: true },
    { name: text.decidedBy, value: decidedBy },
    { name: text.note, value: note },
  ];
}

type DepositCandidatesProps = {
  exception: ExceptionEvidenceProps["exception"];
  /** The trader's deposits, newest first. */
  deposits: TraderContext["deposits"]["last"];
  at: (instant: string) => string;
};

/** The deposits that a payment may have been meant for. */
function DepositCandidates({ exception, deposits, at }: DepositCandidatesProps) {
  const candidates = depositCandidates(exception, deposits);
  if (candidates.length === 0) return <QuietText>{text.noCandidate}</QuietText>;
  return (
    <Box as="ul" className="num" size="dense" line="between">
      {candidates.map(({ deposit, why }) => (
        <Grid key={deposit._id} as="li" columns="minmax(0, 1fr) auto" gap="0 12px" pad="6px 0">
          <TextLink href={itemPath(ROUTE.adminDeposits, deposit._id)}>{deposit.billNumber}</TextLink>
          <Text as="b" weight={500} textAlign="right">
            {formatMoney(deposit.amount)}
          </Text>
          <Text as="small" size="caption" tone="muted">
            {at(deposit.createdAt)}, {DEPOSIT_ADMIN_TEXT.status[deposit.status].toLowerCase()}
          </Text>
          <Text as="small" size="caption" tone="muted" textAlign="right">
            {text.candidate[why]}
          </Text>
        </Grid>
      ))}
    </Box>
  );
}

type Deposit = TraderContext["deposits"]["last"][number];
type Payment = Pick<AdminException, "paidAmount" | "paidCurrency"> & {
  deposit: Pick<AskedDeposit, "_id">;
};

/** `own`: the payment used this deposit's code; `same_sum`: an unpaid deposit of exactly this amount. */
type Candidate = { deposit: Deposit; why: "own" | "same_sum" };

/**
 * The deposits that a payment may have been meant for: the one whose code was paid, then unpaid ones of the same
 * amount. Pure.
 * @param deposits the trader's deposits, newest first
 */
function depositCandidates({ deposit, paidAmount, paidCurrency }: Payment, deposits: readonly Deposit[]): Candidate[] {
  const own = deposits.filter(({ _id }) => _id === deposit._id);
  const ofSum = deposits.filter(
    ({ _id, amount, status }) =>
      _id !== deposit._id && status !== "paid" && paidCurrency === "USD" && amount === paidAmount,
  );
  return [
    ...own.map((one) => ({ deposit: one, why: "own" as const })),
    ...ofSum.map((one) => ({ deposit: one, why: "same_sum" as const })),
  ];
}
