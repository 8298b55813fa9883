import { useState } from "react";
import { withdrawalReference } from "../../../worker/contract/withdrawal-reference.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatAge, formatCountdown, formatMoney } from "../../ui/format.ts";
import { Icon, Lock } from "../../ui/icon.tsx";
import { useNow } from "../../ui/use-now.ts";
import { WithdrawalBadge } from "../../withdrawals/withdrawal-badge.tsx";
import { type AdminFact, AdminFacts, FactColumns } from "../core/admin-facts.tsx";
import { ItemColumns, ItemMain } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence, timesFor } from "../core/admin-time.ts";
import { ItemHead } from "../core/item-head.tsx";
import { MoneyStrip } from "../core/money-strip.tsx";
import type { ReviewedItemProps } from "../review/use-review.ts";
import { ContextWaiting, EvidenceWaiting, FactsWaiting } from "../trader/context-waiting.tsx";
import { focusHistory, type HistoryTab, HistoryTable } from "../trader/history-table.tsx";
import { TraderFacts } from "../trader/trader-facts.tsx";
import { claimOf } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import { WithdrawalEvidence } from "./withdrawal-evidence.tsx";
import { WithdrawalFlags } from "./withdrawal-flags.tsx";
import type { AdminWithdrawal, WithdrawalContext } from "./withdrawal-types.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

type WithdrawalItemProps = ReviewedItemProps<WithdrawalContext> & { request: AdminWithdrawal };

/**
 * One request, in the order of importance: amount, warnings, payment details and trader, money, history. The evidence
 * is beside it.
 */
export function WithdrawalItem({ request, admin, refused, context, nowMs, refetch, onBack }: WithdrawalItemProps) {
  const [tab, setTab] = useState<HistoryTab>("all");
  const at = timesFor(admin.timeZone, nowMs);
  const requested = midSentence(at(request.createdAt));
  const isOpen = request.status === "pending" || request.status === "approved";
  const loadedContext = context === "failed" ? null : context;
  const item = { id: request._id, atMs: Date.parse(request.createdAt) };
  return (
    <ItemColumns data-evidence={context !== "failed"}>
      <ItemMain>
        <ItemHead
          figure={formatMoney(request.amount)}
          copy={{ text: request.amount.toFixed(2), what: ADMIN_TEXT.copy.amount }}
          badge={<WithdrawalBadge withdrawal={request} />}
          lead={`${request.user.name}, ${
            isOpen
              ? text.requested(requested, formatAge(nowMs - Date.parse(request.createdAt)))
              : text.requestedDone(requested)
          }`}
          aside={isOpen ? <ClaimState request={request} adminId={admin._id} /> : null}
          onBack={onBack}
        />
        <WithdrawalFlags
          request={request}
          warnings={loadedContext?.warnings ?? []}
          adminId={admin._id}
          at={at}
          nowMs={nowMs}
          refused={refused}
          onSecurity={() => {
            setTab("security");
            focusHistory();
          }}
        />
        <FactColumns>
          <AdminFacts title={text.payTo} facts={destinationFacts(request)} />
          {loadedContext && (
            <TraderFacts trader={loadedContext.trader} person={request.user} nowMs={nowMs} timeZone={admin.timeZone} />
          )}
          {context === null && <FactsWaiting />}
        </FactColumns>
        {request.status !== "pending" && <AdminFacts title={text.course} facts={courseFacts(request, at)} />}
        {loadedContext ? (
          <>
            <MoneyStrip money={loadedContext.trader.money} showsAfter={isOpen} />
            <HistoryTable trader={loadedContext.trader} item={item} at={at} tab={tab} onTab={setTab} />
          </>
        ) : (
          <ContextWaiting hasFailed={context === "failed"} onRetry={refetch} />
        )}
      </ItemMain>
      {loadedContext && (
        <WithdrawalEvidence request={request} context={loadedContext} admin={admin} at={at} onNoteWritten={refetch} />
      )}
      {context === null && <EvidenceWaiting />}
    </ItemColumns>
  );
}

function ClaimState({ request, adminId }: { request: AdminWithdrawal; adminId: string }) {
  const nowMs = useNow(1_000);
  const claim = claimOf(request, adminId, nowMs);
  if (!claim) return text.unclaimed;
  return (
    <>
      <b>
        <Icon of={Lock} />
        {claim.isYours ? text.claimedByYou : text.claimedBy(claim.name)}
      </b>
      <span className="num">
        {text.releasedIn} {formatCountdown(claim.leftMs)}
      </span>
    </>
  );
}

function destinationFacts({ paymentMethod, paymentDetails, requestMessage, _id }: AdminWithdrawal): AdminFact[] {
  const method = { name: text.method, value: paymentMethod };
  const request: AdminFact[] = [
    { name: text.message, value: requestMessage || null },
    {
      name: text.reference,
      value: withdrawalReference(_id),
      isFigure: true,
      after: <CopyButton text={_id} what={ADMIN_TEXT.copy.request} />,
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
