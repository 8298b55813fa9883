import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatCountdown, formatMoney } from "../../ui/format.ts";
import { Icon, Lock } from "../../ui/icon.tsx";
import { Row } from "../../ui/layout.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useNow } from "../../ui/use-now.ts";
import { WithdrawalBadge } from "../../withdrawals/withdrawal-badge.tsx";
import { type AdminFact, AdminFacts, FactColumns } from "../core/admin-facts.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import { hasRole } from "../core/roles.ts";
import { ageMsOf, workedAge } from "../core/waiting-age.tsx";
import { NamesCard } from "../holders/names-card.tsx";
import { proposalPath } from "../ledger/book-address.ts";
import { BOOK_ADMIN_TEXT } from "../ledger/book-text.ts";
import { Conversation } from "../questions/conversation.tsx";
import { QUESTION_TEXT } from "../questions/question-text.ts";
import type { ReviewedItemProps } from "../review/review-screen.tsx";
import { ReviewedItem } from "../review/reviewed-item.tsx";
import { EvidenceWaiting, FactsWaiting } from "../trader/context-waiting.tsx";
import { focusHistory, type HistoryTab } from "../trader/history-table.tsx";
import { TraderFacts } from "../trader/trader-facts.tsx";
import { DestinationComparison } from "./destination-comparison.tsx";
import { claimOf, isOpen } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal, WithdrawalContext } from "./withdrawal-calls.ts";
import { ageingOf } from "./withdrawal-columns.tsx";
import { WithdrawalEvidence } from "./withdrawal-evidence.tsx";
import { withdrawalFlags } from "./withdrawal-flags.tsx";

const text = WITHDRAWAL_ADMIN_TEXT;

/**
 * One request, in the order of importance: amount, warnings, payment details and trader, money, history. The evidence
 * is beside it.
 */
export function WithdrawalItem(props: ReviewedItemProps<AdminWithdrawal, WithdrawalContext>) {
  useSignals();
  const { item: request, view, context, refetch } = props;
  const { admin, nowMs, at } = view;
  const [tab, setTab] = useState<HistoryTab>("all");
  const [isCompared, setIsCompared] = useState(false);
  const requested = midSentence(at(request.createdAt));
  const isStillOpen = isOpen(request);
  const age = workedAge(ageMsOf(ageingOf(request), nowMs));
  // A claim that has run out leaves nobody who reviews it.
  const isInReview = request.approvals.have > 0 || claimOf(request, admin._id, nowMs) !== null;
  const loaded = context === "failed" ? null : context;
  return (
    <ReviewedItem
      {...props}
      head={{
        figure: formatMoney(request.amount),
        copy: { text: request.amount.toFixed(2), what: ADMIN_TEXT.copy.amount },
        badge: <WithdrawalBadge withdrawal={{ ...request, reviewedAt: isInReview ? request.reviewedAt : null }} />,
        lead: `${request.user.name}, ${isStillOpen ? text.requested(requested, age) : text.requestedDone(requested)}`,
        aside: isStillOpen ? <ClaimState request={request} adminId={admin._id} /> : null,
      }}
      flags={withdrawalFlags({
        request,
        warnings: loaded?.warnings ?? [],
        view,
        onSecurity() {
          setTab("security");
          focusHistory();
        },
        onCompare: () => setIsCompared(true),
      })}
      createdAt={request.createdAt}
      history={[tab, setTab]}
      showsAfter={isStillOpen}
      evidence={
        loaded ? (
          <WithdrawalEvidence request={request} context={loaded} view={view} onNoteWritten={refetch} />
        ) : (
          context === null && <EvidenceWaiting />
        )
      }
    >
      {loaded && (
        <NamesCard
          request={request}
          isPending={request.status === "pending"}
          names={loaded.names}
          trader={loaded.trader}
          payouts={loaded.payouts}
          changedAt={changeOfMethod(loaded.warnings)}
          view={view}
        />
      )}
      {loaded && (
        <Conversation
          thread={loaded.questions}
          client={request.client}
          user={request.user}
          cameAt={request.createdAt}
          isOpen={isStillOpen}
          view={view}
          itemId={request._id}
          composer={props.form}
          obstacle={request.payerId !== null && QUESTION_TEXT.beingPaid}
          card={loaded.trader.identity.image}
        />
      )}
      <FactColumns>
        <AdminFacts title={text.payTo} facts={destinationFacts(request)} />
        {loaded && <TraderFacts trader={loaded.trader} person={request.user} view={view} />}
        {context === null && <FactsWaiting />}
      </FactColumns>
      {request.status !== "pending" && <AdminFacts title={text.course} facts={courseFacts(request, at)} />}
      {isCompared && loaded && (
        <DestinationComparison
          request={request}
          warnings={loaded.warnings}
          trader={loaded.trader}
          onClose={() => setIsCompared(false)}
        />
      )}
    </ReviewedItem>
  );
}

function changeOfMethod(warnings: WithdrawalContext["warnings"]): string | null {
  const changed = warnings.find(({ kind }) => kind === "method_changed");
  return changed?.kind === "method_changed" ? changed.at : null;
}

function ClaimState({ request, adminId }: { request: AdminWithdrawal; adminId: string }) {
  const nowMs = useNow(1_000);
  const claim = claimOf(request, adminId, nowMs);
  if (!claim) return text.unclaimed;
  return (
    <>
      <Row as="b" gap={6} tone="text" weight={500}>
        <Icon of={Lock} />
        {claim.isYours ? text.claimedByYou : text.claimedBy(claim.name)}
      </Row>
      <span className="num">
        {text.releasedIn} {formatCountdown(claim.leftMs)}
      </span>
    </>
  );
}

function destinationFacts({
  paymentMethod,
  paymentDetails,
  holder,
  requestMessage,
  number,
}: AdminWithdrawal): AdminFact[] {
  const method = { name: text.method, value: text.methodName(paymentMethod) };
  const request: AdminFact[] = [
    { name: text.holder, value: holder, after: holder && <CopyButton text={holder} what={ADMIN_TEXT.copy.holder} /> },
    { name: text.message, value: requestMessage || null },
    {
      name: text.number,
      value: number,
      isFigure: true,
      after: <CopyButton text={number} what={ADMIN_TEXT.copy.request} />,
    },
  ];
  if ("image" in paymentDetails) return [method, { name: text.code, value: text.codeShown }, ...request];
  const { bankName, accountId } = paymentDetails;
  return [
    method,
    { name: text.bank, value: bankName },
    {
      name: text.account,
      value: accountId,
      isFigure: true,
      after: <CopyButton text={accountId} what={ADMIN_TEXT.copy.account} />,
    },
    ...request,
  ];
}

function courseFacts(request: AdminWithdrawal, at: (instant: string) => string): AdminFact[] {
  const when = (instant: string | null) => instant && at(instant);
  return [
    { name: text.reviewed, value: when(request.reviewedAt), isFigure: true },
    { name: text.approved, value: when(request.approvedAt), isFigure: true },
    { name: text.completed, value: when(request.completedAt), isFigure: true },
    { name: BOOK_ADMIN_TEXT.returnedAt, value: when(request.returnedAt), isFigure: true, mark: "warn" },
    {
      name: BOOK_ADMIN_TEXT.next,
      value: request.status === "completed" && request.returnedAt === null && hasRole("operator") && (
        <TextLink href={proposalPath("payout_returned", request._id)}>{BOOK_ADMIN_TEXT.returned}</TextLink>
      ),
    },
    {
      name: request.cancelledByUser ? text.cancelled : text.rejected,
      value: when(request.rejectedAt),
      isFigure: true,
    },
    { name: text.paidBy, value: request.payer },
    { name: text.unverifiedReason, value: request.unverifiedReason },
    { name: text.decidedBy, value: request.cancelledByUser ? null : request.decidedBy },
    { name: text.reason, value: request.rejectReason && text.reasonWord[request.rejectReason] },
    {
      name: text.paymentId,
      value: request.paymentId,
      after: request.paymentId && <CopyButton text={request.paymentId} what={ADMIN_TEXT.copy.id} />,
    },
    { name: text.notes, value: request.adminNotes },
  ];
}
