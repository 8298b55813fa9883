import type { User } from "../../api.ts";
import { formatAge, formatCountdown, formatMoney } from "../../format.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Lock, ShieldAlert } from "../../ui/icon.tsx";
import { useNow } from "../../ui/use-now.ts";
import { WithdrawalBadge } from "../../withdrawals/withdrawal-badge.tsx";
import { type DeskFact, DeskFacts, FactColumns } from "../desk/desk-facts.tsx";
import { DeskFlag, FlagStack } from "../desk/desk-flag.tsx";
import { ItemColumns, ItemMain } from "../desk/desk-layout.ts";
import { DESK_TEXT } from "../desk/desk-text.ts";
import { midSentence, timesFor } from "../desk/desk-time.ts";
import type { DeskWithdrawal } from "../desk/desk-types.ts";
import type { HeldAct } from "../desk/held-acts.ts";
import { ItemHead } from "../desk/item-head.tsx";
import { RefusedFlag } from "../desk/refused-flag.tsx";
import { TraderPanel } from "../desk/trader-panel.tsx";
import type { ShownTrader } from "../desk/use-trader.ts";
import { AgreementFlag } from "./agreement-flag.tsx";
import { claimOf, wordsForNext } from "./withdrawal-acts.ts";
import { WITHDRAWAL_DESK_TEXT } from "./withdrawal-desk-text.ts";
import { hasEvidence, WithdrawalEvidence } from "./withdrawal-evidence.tsx";

const text = WITHDRAWAL_DESK_TEXT;

type WithdrawalItemProps = {
  request: DeskWithdrawal;
  admin: User;
  nowMs: number;
  /** What was decided and not done. */
  refused: HeldAct | null;
  trader: ShownTrader;
  onBack: () => void;
};

/** One request, from top to bottom by what decides: the sum, what stands in its way, where it goes, what came before. */
export function WithdrawalItem({ request, admin, nowMs, refused, trader, onBack }: WithdrawalItemProps) {
  const at = timesFor(admin.timeZone, nowMs);
  const requested = midSentence(at(request.createdAt));
  const isOpen = request.status === "pending" || request.status === "approved";
  return (
    <ItemColumns data-evidence={hasEvidence(request)}>
      <ItemMain>
        <ItemHead
          figure={formatMoney(request.amount)}
          copy={{ text: request.amount.toFixed(2), what: DESK_TEXT.copy.amount }}
          badge={<WithdrawalBadge withdrawal={request} />}
          lead={`${request.user.name}, ${
            isOpen
              ? text.requested(requested, formatAge(nowMs - Date.parse(request.createdAt)))
              : text.requestedDone(requested)
          }`}
          aside={isOpen ? <ClaimState request={request} adminId={admin._id} /> : null}
          onBack={onBack}
        />
        <Flags request={request} adminId={admin._id} at={at} nowMs={nowMs} refused={refused} />
        <FactColumns>
          <DeskFacts title={text.payTo} facts={destinationFacts(request)} />
          <DeskFacts title={text.request} facts={requestFacts(request)} />
        </FactColumns>
        <DeskFacts title={text.course} facts={courseFacts(request, at)} />
        <TraderPanel
          trader={trader}
          itemId={request._id}
          cameAtMs={Date.parse(request.createdAt)}
          nowMs={nowMs}
          timeZone={admin.timeZone}
        />
      </ItemMain>
      {hasEvidence(request) && <WithdrawalEvidence request={request} at={at} />}
    </ItemColumns>
  );
}

function ClaimState({ request, adminId }: Pick<FlagsProps, "request" | "adminId">) {
  const nowMs = useNow(1_000);
  const claim = claimOf(request, adminId, nowMs);
  if (!claim) return text.unclaimed;
  return (
    <>
      <b>{claim.isYours ? text.claimedByYou : text.claimedBy(claim.name)}</b>
      <span className="num">
        {text.releasedIn} {formatCountdown(claim.leftMs)}
      </span>
    </>
  );
}

type FlagsProps = {
  request: DeskWithdrawal;
  adminId: string;
  at: (instant: string) => string;
  nowMs: number;
  refused: HeldAct | null;
};

function Flags({ request, adminId, at, nowMs, refused }: FlagsProps) {
  const { approvableAt, approvals } = request;
  const isOpen = request.status === "pending" || request.status === "approved";
  const isHeld = approvableAt !== null && Date.parse(approvableAt) > nowMs;
  const claim = claimOf(request, adminId, nowMs);
  const flags = [
    refused && <RefusedFlag key="refused" refused={refused} />,
    request.status === "pending" && approvableAt !== null && (
      <DeskFlag
        key="hold"
        tone={isHeld ? "warn" : "plain"}
        icon={ShieldAlert}
        title={isHeld ? text.holdTitle(midSentence(at(approvableAt))) : text.holdOver}
      >
        {isHeld ? text.holdDetail : text.holdOverDetail(midSentence(at(approvableAt)))}
      </DeskFlag>
    ),
    isOpen && claim && !claim.isYours && (
      <DeskFlag key="claim" tone="plain" icon={Lock} title={text.claimedBy(claim.name)}>
        {text.obstacle.claimed}
      </DeskFlag>
    ),
    isOpen && approvals.need > 1 && (
      <AgreementFlag
        key="words"
        approvals={approvals}
        words={wordsForNext(request)}
        adminId={adminId}
        at={at}
        describe={(paymentId) => (request.status === "approved" ? `${text.paymentId.toLowerCase()} ${paymentId}` : "")}
      />
    ),
  ].filter(Boolean);
  return flags.length > 0 && <FlagStack>{flags}</FlagStack>;
}

function destinationFacts({ paymentMethod, paymentDetails }: DeskWithdrawal): DeskFact[] {
  const method = { name: text.method, value: paymentMethod };
  if ("image" in paymentDetails) return [method, { name: text.code, value: text.codeShown }];
  const { bankName, accountId } = paymentDetails;
  return [
    method,
    { name: text.bank, value: bankName },
    {
      name: text.account,
      value: accountId,
      isFigure: true,
      after: <CopyButton text={accountId} what={DESK_TEXT.copy.account} />,
    },
  ];
}

function requestFacts({ requestMessage, user, _id }: DeskWithdrawal): DeskFact[] {
  return [
    { name: text.message, value: requestMessage || null },
    { name: text.username, value: user.username },
    { name: DESK_TEXT.email, value: user.email },
    { name: text.reference, value: _id },
  ];
}

function courseFacts(request: DeskWithdrawal, at: (instant: string) => string): DeskFact[] {
  const when = (instant: string | null) => instant && at(instant);
  return [
    { name: DESK_TEXT.created, value: at(request.createdAt), isFigure: true },
    { name: text.reviewed, value: when(request.reviewedAt), isFigure: true },
    { name: text.approved, value: when(request.approvedAt), isFigure: true },
    { name: text.completed, value: when(request.completedAt), isFigure: true },
    {
      name: request.cancelledByUser ? text.cancelled : text.rejected,
      value: when(request.rejectedAt),
      isFigure: true,
    },
    { name: text.decidedBy, value: request.cancelledByUser ? null : request.decidedBy },
    { name: text.reason, value: request.rejectReason && text.reasonWord[request.rejectReason] },
    {
      name: text.paymentId,
      value: request.paymentId,
      after: request.paymentId && <CopyButton text={request.paymentId} what={DESK_TEXT.copy.id} />,
    },
    { name: text.notes, value: request.adminNotes },
  ];
}
