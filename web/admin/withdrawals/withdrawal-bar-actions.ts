import { formatMoney } from "../../ui/format.ts";
import { KEYS } from "../core/admin-keys.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { codeKey, knownCodeName } from "../holders/code-names.ts";
import { namesState } from "../holders/names.ts";
import { clientActions } from "../questions/client-actions.tsx";
import {
  confirmedAction,
  decision,
  type InstantAction,
  type OfferedAction,
  type ReviewView,
} from "../review/review-actions.tsx";
import { approvalsAhead, mayRelease, rejectionsAhead, takersOf, withdrawalActions } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import {
  type AdminWithdrawal,
  approveWithdrawal,
  claimWithdrawal,
  completeWithdrawal,
  findWithdrawal,
  handOverWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
  startPayment,
  stopPayment,
  takeOverPayment,
  type WithdrawalContext,
} from "./withdrawal-calls.ts";
import {
  ApproveDialog,
  CompleteDialog,
  HandOverDialog,
  RejectDialog,
  StartPaymentDialog,
  StopPaymentDialog,
  TakeOverPaymentDialog,
} from "./withdrawal-dialogs.tsx";

const text = WITHDRAWAL_ADMIN_TEXT;
type View = ReviewView<WithdrawalContext>;
type Offered = OfferedAction<AdminWithdrawal, WithdrawalContext>;

const CLAIM: InstantAction<AdminWithdrawal> = {
  name: "claim",
  evidence: "shown",
  send: ({ _id, version }, key) => claimWithdrawal(_id, { version }, key),
  done: () => text.claimed,
};
const RELEASE: InstantAction<AdminWithdrawal> = {
  name: "release",
  evidence: "none",
  send: ({ _id, version }, key) => releaseWithdrawal(_id, { version }, key),
  done: () => text.released,
};
const HAND_OVER = confirmedAction({
  name: "handOver",
  evidence: "none",
  Dialog: HandOverDialog,
  send: handOverWithdrawal,
  done: ({ claimedBy }) => text.handedOver(claimedBy ?? ""),
});
const START_PAYMENT = confirmedAction({
  name: "startPayment",
  Dialog: StartPaymentDialog,
  send: startPayment,
  done: () => text.paymentStarted,
});
const TAKE_OVER_PAYMENT = confirmedAction({
  name: "takeOverPayment",
  Dialog: TakeOverPaymentDialog,
  send: takeOverPayment,
  done: () => text.takenOver,
});
const STOP_PAYMENT = confirmedAction({
  name: "stopPayment",
  Dialog: StopPaymentDialog,
  send: stopPayment,
  done: () => text.paymentStopped,
});
const APPROVE = decision({
  name: "approve",
  label: ({ amount }) => text.approve(formatMoney(amount)),
  Dialog: ApproveDialog,
  send: approveWithdrawal,
  done: (after) => (after.status === "approved" ? doneText("approve", after) : recordedText(after)),
});
const COMPLETE = decision({
  name: "complete",
  label: ({ amount }) => text.complete(formatMoney(amount)),
  Dialog: CompleteDialog,
  send: completeWithdrawal,
  done: (after) => doneText("complete", after),
});
const REJECT = decision({
  name: "reject",
  evidence: "tried",
  label: ({ amount }) => text.rejectTitle(formatMoney(amount)),
  Dialog: RejectDialog,
  send: rejectWithdrawal,
  done: (after) => (after.status === "rejected" ? doneText("reject", after) : recordedText(after)),
});

const CLIENT = clientActions("withdrawal", findWithdrawal);

function doneText(action: "approve" | "complete" | "reject", { amount, user }: AdminWithdrawal): string {
  return text.done[action](formatMoney(amount), user.name);
}

function recordedText({ amount }: AdminWithdrawal): string {
  return text.done.approvalRecorded(formatMoney(amount));
}

/** The actions that a request's bar offers: claim and payment on the left, the decisions on the right. */
export function offeredActions(request: AdminWithdrawal, view: View): Offered[] {
  const decisions = decisionsOn(request, view);
  const { rejectObstacle } = withdrawalActions(request, view.admin._id, view.nowMs);
  // Who may reject it may ask about it, unless it is being paid: it would leave its payer's list.
  const isAskable = (rejectObstacle === null || rejectObstacle === "agreed") && request.payerId === null;
  if (rejectObstacle === "done") return decisions;
  const isFree = rejectObstacle !== "own" && rejectObstacle !== "claimed" && request.payerId === null;
  const isPossible = isFree && takersOf(request, view.context?.colleagues ?? []).length > 0;
  const handOver: Offered = { action: HAND_OVER, key: KEYS.handOver, label: text.handOver, isAside: true, isPossible };
  // While the names differ the question is the natural next step, and not the approval.
  const asks = CLIENT(request, view, { isAskable }).map(
    (offered): Offered =>
      offered.key === KEYS.ask && needsNamesReason(request, view) ? { ...offered, tone: "accent" } : offered,
  );
  return [...decisions, ...(isPossible ? [handOver] : []), ...asks];
}

/** Whether an approval takes a reason because the holder's name is not the account's; false until that is known. */
function needsNamesReason(request: AdminWithdrawal, { context }: View): boolean {
  if (request.status !== "pending" || context === null) return false;
  return namesState(request, context.names, knownCodeName(codeKey(request))).needsReason;
}

function decisionsOn(request: AdminWithdrawal, view: View): Offered[] {
  const { admin, nowMs, context } = view;
  const warnings = context?.warnings ?? [];
  const { forward, forwardObstacle, rejectObstacle, payment } = withdrawalActions(request, admin._id, nowMs, warnings);
  const claim: Offered = mayRelease(request, admin._id, nowMs)
    ? { action: RELEASE, key: KEYS.claim, label: text.releaseKey, isAside: true, isPossible: true }
    : { action: CLAIM, key: KEYS.claim, label: text.claimKey, isAside: true, isPossible: rejectObstacle === null };
  if (rejectObstacle === "done") return claim.action === RELEASE ? [claim] : [];

  const { have, need } = approvalsAhead(request, warnings, admin._id);
  const sum = `${formatMoney(request.amount)}${ADMIN_TEXT.agreement.step(have, need)}`;
  const rejections = rejectionsAhead(request, admin._id);
  const isPossible = forwardObstacle === null;
  const reject: Offered = {
    action: REJECT,
    key: KEYS.reject,
    label: `${text.rejectKey}${ADMIN_TEXT.agreement.step(rejections.have, rejections.need)}`,
    tone: "danger",
    isPossible: rejectObstacle === null,
  };
  if (forward === "approve") {
    const approve: Offered = { action: APPROVE, key: KEYS.approve, label: text.approve(sum), isPossible };
    return [claim, reject, needsNamesReason(request, view) ? approve : { ...approve, tone: "accent" }];
  }
  const recorded = { key: KEYS.payment, isAside: true, isPossible: payment !== null };
  const complete: Offered = {
    action: COMPLETE,
    key: KEYS.complete,
    label: text.complete(sum),
    tone: "accent",
    isPossible,
  };
  const before = claim.action === RELEASE ? [claim, reject] : [reject];
  if (request.payerId === null) {
    // It is completed after that: one step at a time.
    const start = { ...recorded, action: START_PAYMENT, label: text.startPayment, isAside: false };
    return [...before, { ...start, tone: "accent" }];
  }
  if (request.payerId !== admin._id) {
    return [{ ...recorded, action: TAKE_OVER_PAYMENT, label: text.takeOver }, ...before, complete];
  }
  return [{ ...recorded, action: STOP_PAYMENT, label: text.stopPayment }, ...before, complete];
}

/** Why a request cannot be moved forward, or not be rejected. */
export function withdrawalObstacle(request: AdminWithdrawal, { admin, nowMs, context }: View): string | false {
  const { forwardObstacle, rejectObstacle } = withdrawalActions(request, admin._id, nowMs, context?.warnings ?? []);
  if (forwardObstacle) return text.obstacle[forwardObstacle];
  return rejectObstacle === "agreed" && text.rejectAgreed;
}
