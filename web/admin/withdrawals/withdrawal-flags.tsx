import { formatAge, formatDate, formatMoney } from "../../ui/format.ts";
import { IdCard, Landmark, Lock, ShieldAlert, TriangleAlert, UsersRound } from "../../ui/icon.tsx";
import { Row } from "../../ui/layout.tsx";
import { TextButton } from "../../ui/text-button.tsx";
import type { Flag, FlagList } from "../core/admin-flag.tsx";
import { type AdminView, midSentence } from "../core/admin-time.ts";
import { owesFlag } from "../ledger/owes-flag.tsx";
import { approvalFlag } from "../review/approval-flag.tsx";
import { frozenFlag, nameChangeFlag } from "../trader/trader-flags.ts";
import { payoutPlace } from "../trader/trader-history.ts";
import { TRADER_TEXT } from "../trader/trader-text.ts";
import { approvalsForNext, claimOf, isHeld, isOpen, otherPayer, unverifiedPayout } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal, WithdrawalWarning } from "./withdrawal-calls.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

type FlaggedRequest = {
  request: AdminWithdrawal;
  /** From the API; empty until they have loaded. */
  warnings: readonly WithdrawalWarning[];
  view: AdminView;
  onSecurity: () => void;
  /** Shows the payment details of before and of today beside those of the request. */
  onCompare: () => void;
};

/** Everything to read before deciding: warnings, the claim, and the approvals needed. */
export function withdrawalFlags({ request, warnings, view, onSecurity, onCompare }: FlaggedRequest): FlagList {
  const { admin, nowMs, at } = view;
  const { status, approvableAt, approvals } = request;
  const claim = claimOf(request, admin._id, nowMs);
  const frozen = warnings.find(({ kind }) => kind === "frozen");
  const renamed = warnings.find(({ kind }) => kind === "name_changed");
  const identity = warnings.find(({ kind }) => kind === "identity");
  const card = warnings.find(({ kind }) => kind === "card_expires");
  const payout = unverifiedPayout(request, warnings);
  const alone = warnings.find(({ kind }) => kind === "moved_alone");
  const security = warnings.filter(isAboutSecurity);
  const [first] = security;
  const isMoved = security.some(({ kind }) => kind === "method_changed");
  return [
    isOpen(request) && owesFlag(request.owed, request.user._id),
    frozen?.kind === "frozen" && frozenFlag(frozen, at),
    status === "pending" && approvableAt !== null && holdFlag(midSentence(at(approvableAt)), isHeld(request, nowMs)),
    first && {
      icon: TriangleAlert,
      title: text.ago(securityTitle(first), formatAge(nowMs - Date.parse(first.at))),
      text: securityDetail(request, security),
      aside: (
        <Row as="span" gap={12}>
          {isMoved && <TextButton onClick={onCompare}>{text.compare}</TextButton>}
          <TextButton onClick={onSecurity}>{text.inHistory}</TextButton>
        </Row>
      ),
    },
    renamed?.kind === "name_changed" && nameChangeFlag(renamed, nowMs),
    identity?.kind === "identity" && {
      icon: IdCard,
      title: text.identityTitle,
      text: `${text.identityDetail[identity.status]}${payout ? ` ${text.identityPayout[payout]}` : ""}`,
    },
    card?.kind === "card_expires" && {
      icon: IdCard,
      title: text.cardTitle[card.expiry](formatDate(card.on, "UTC")),
      text: text.cardDetail,
    },
    alone?.kind === "moved_alone" && {
      icon: UsersRound,
      title: text.aloneTitle,
      text: text.aloneDetail(formatMoney(alone.moved), formatMoney(alone.most)),
    },
    warnings.some(({ kind }) => kind === "only_approver") &&
      request.payer === null && { icon: UsersRound, title: text.onlyApproverTitle, text: text.onlyApproverDetail },
    paymentFlag(request, view),
    isOpen(request) &&
      claim &&
      !claim.isYours && {
        tone: "plain",
        icon: Lock,
        title: text.claimedBy(claim.name),
        text: text.claimRule(claim.name, midSentence(at(request.claimedUntil ?? ""))),
      },
    status === "pending" &&
      approvals.need > 1 &&
      approvalFlag({ approvals, approvedBy: approvalsForNext(request), adminId: admin._id, at }),
  ];
}

/** @param end of the hold, as in a sentence */
function holdFlag(end: string, lasts: boolean): Flag {
  if (lasts) return { icon: ShieldAlert, title: text.holdTitle(end), text: text.holdDetail };
  return { tone: "plain", icon: ShieldAlert, title: text.holdOver, text: text.holdOverDetail(end) };
}

/** Says that an admin is paying the request at the bank, and who approved its rejection. */
function paymentFlag(request: AdminWithdrawal, { admin, at }: AdminView): Flag | null {
  const { status, payer, payerBefore, paymentStartedAt, takeOverAt, isSaidPaid } = request;
  if (status !== "approved" || payer === null || paymentStartedAt === null) return null;
  const adminId = admin._id;
  const when = midSentence(at(paymentStartedAt));
  const other = otherPayer(request, adminId);
  const agreed = request.rejectionApprovedBy
    .map(({ adminId: id, name }) => (id === adminId ? text.you : name))
    .join(", ");
  const sentences = [
    other && text.payingDetail,
    other && takeOverAt && text.takeOverFrom(midSentence(at(takeOverAt))),
    isSaidPaid && text.saidPaidDetail,
    !other && !isSaidPaid && (payerBefore === null ? text.youPayDetail : text.takenOverDetail(payerBefore)),
    agreed && text.rejectionAgreed(agreed),
  ];
  return {
    icon: Landmark,
    title: other ? text.payingTitle(other, when) : text.youPayTitle(when),
    text: sentences.filter(Boolean).join(" "),
  };
}

type SecurityWarning = Extract<WithdrawalWarning, { kind: "method_changed" | "security_changed" | "new_device" }>;

function isAboutSecurity(warning: WithdrawalWarning): warning is SecurityWarning {
  return warning.kind === "method_changed" || warning.kind === "security_changed" || warning.kind === "new_device";
}

function securityTitle(warning: SecurityWarning): string {
  if (warning.kind === "method_changed") return text.methodChanged;
  return warning.kind === "new_device" ? text.newDevice : TRADER_TEXT.action[warning.action];
}

/** The old and new payment method, if known, and the other changes. */
function securityDetail(request: AdminWithdrawal, [first, ...others]: readonly SecurityWarning[]): string {
  const moved =
    first?.kind === "method_changed" && first.from ? text.moved(payoutPlace(first.from), payoutPlace(request)) : null;
  const on = first?.kind === "new_device" ? first.device : null;
  const also = others.map((warning) => {
    const title = securityTitle(warning).toLowerCase();
    return warning.kind === "new_device" && warning.device ? text.newDeviceOn(warning.device) : title;
  });
  return [moved, on, ...also].filter((words) => words !== null).join(", ");
}
