import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/format.ts";
import { ActionBar, ActionBarSpace } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { ButtonKey } from "../core/key-cap.tsx";
import { ItemSteps } from "../list/item-steps.tsx";
import type { OpenItem } from "../list/use-open-item.ts";
import { type Evidence, EvidenceMessage } from "../review/evidence-text.tsx";
import { approvalsAhead, rejectionsAhead, type WithdrawalActions } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal, WithdrawalWarning } from "./withdrawal-types.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

type WithdrawalActionBarProps = {
  request: AdminWithdrawal;
  /** The admin who is signed in. */
  adminId: string;
  /** The warnings to read before deciding. */
  warnings: readonly WithdrawalWarning[];
  actions: WithdrawalActions;
  open: OpenItem;
  /** Starts each action; undefined while it is not possible. */
  begin: Record<"approve" | "complete" | "reject" | "claim" | "release" | "payment", (() => void) | undefined>;
  /** Whether a decision about the request is pending or being sent. */
  hasPendingDecision: boolean;
  evidence: Evidence;
  isClaiming: boolean;
  isReleasing: boolean;
  /** Why claiming or releasing failed. */
  problem: string | null;
};

/** The action bar: moving through the queue on the left, the actions on the open request on the right. */
export function WithdrawalActionBar(props: WithdrawalActionBarProps) {
  const {
    request,
    adminId,
    warnings,
    actions,
    open,
    begin,
    hasPendingDecision,
    evidence,
    isClaiming,
    isReleasing,
    problem,
  } = props;
  const { have, need } = approvalsAhead(request, warnings);
  const sum = `${formatMoney(request.amount)}${ADMIN_TEXT.agreement.step(have, need)}`;
  const isDone = actions.rejectObstacle === "done";
  const rejections = rejectionsAhead(request, adminId);
  const obstacle = actions.forwardObstacle
    ? text.obstacle[actions.forwardObstacle]
    : actions.rejectObstacle === "agreed" && text.rejectAgreed;
  const message = problem ?? (hasPendingDecision ? ADMIN_TEXT.pending.hasPendingDecision : obstacle || null);
  return (
    <ActionBar>
      <ItemSteps open={open} />
      {!isDone && actions.forward === "complete" && (
        <Button aria-keyshortcuts="p" disabled={!begin.payment} onClick={begin.payment}>
          <ButtonKey>P</ButtonKey>
          {actions.payment === "stop" ? text.stopPayment : text.startPayment}
        </Button>
      )}
      {begin.release || isReleasing ? (
        <Button aria-keyshortcuts="x" isLoading={isReleasing} onClick={begin.release}>
          <ButtonKey>X</ButtonKey>
          {text.releaseKey}
        </Button>
      ) : (
        !isDone &&
        actions.forward === "approve" && (
          <Button aria-keyshortcuts="m" disabled={!begin.claim} isLoading={isClaiming} onClick={begin.claim}>
            <ButtonKey>M</ButtonKey>
            {text.claimKey}
          </Button>
        )
      )}
      <ActionBarSpace role={problem ? "alert" : undefined}>
        {message ?? (!isDone && <EvidenceMessage key={request._id} evidence={evidence} canReject />)}
      </ActionBarSpace>
      {!isDone && (
        <>
          <Button variant="danger" aria-keyshortcuts="r" disabled={!begin.reject} onClick={begin.reject}>
            <ButtonKey>R</ButtonKey>
            {`${text.rejectKey}${ADMIN_TEXT.agreement.step(rejections.have, rejections.need)}`}
          </Button>
          {actions.forward === "approve" ? (
            <Button variant="accent" aria-keyshortcuts="a" disabled={!begin.approve} onClick={begin.approve}>
              <ButtonKey>A</ButtonKey>
              {text.approve(sum)}
            </Button>
          ) : (
            <Button variant="accent" aria-keyshortcuts="c" disabled={!begin.complete} onClick={begin.complete}>
              <ButtonKey>C</ButtonKey>
              {text.complete(sum)}
            </Button>
          )}
        </>
      )}
    </ActionBar>
  );
}
