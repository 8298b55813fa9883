import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/format.ts";
import { ActBar, ActBarSpace } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { ButtonKey } from "../core/key-cap.tsx";
import { ItemSteps } from "../list/item-steps.tsx";
import type { OpenItem } from "../list/use-open-item.ts";
import { type Evidence, EvidenceWords } from "../review/evidence-text.tsx";
import { approvalsAhead, rejectionsAhead, type WithdrawalActs } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal, WithdrawalWarning } from "./withdrawal-types.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

type WithdrawalActBarProps = {
  request: AdminWithdrawal;
  /** The admin who is signed in. */
  adminId: string;
  /** The warnings to read before deciding. */
  warnings: readonly WithdrawalWarning[];
  acts: WithdrawalActs;
  open: OpenItem;
  /** Starts each action; undefined while it is not possible. */
  begin: Record<"approve" | "complete" | "reject" | "claim" | "release" | "payment", (() => void) | undefined>;
  /** Whether a decision about the request is pending or being sent. */
  isOnItsWay: boolean;
  evidence: Evidence;
  isClaiming: boolean;
  isReleasing: boolean;
  /** Why claiming or releasing failed. */
  problem: string | null;
};

/** The action bar: moving through the queue on the left, the actions on the open request on the right. */
export function WithdrawalActionBar(props: WithdrawalActBarProps) {
  const { request, adminId, warnings, acts, open, begin, isOnItsWay, evidence, isClaiming, isReleasing, problem } =
    props;
  const { have, need } = approvalsAhead(request, warnings);
  const sum = `${formatMoney(request.amount)}${ADMIN_TEXT.agreement.step(have, need)}`;
  const isDone = acts.rejectObstacle === "done";
  const rejections = rejectionsAhead(request, adminId);
  const obstacle = acts.forwardObstacle
    ? text.obstacle[acts.forwardObstacle]
    : acts.rejectObstacle === "agreed" && text.rejectAgreed;
  const why = problem ?? (isOnItsWay ? ADMIN_TEXT.held.isOnItsWay : obstacle || null);
  return (
    <ActBar>
      <ItemSteps open={open} />
      {!isDone && acts.forward === "complete" && (
        <Button aria-keyshortcuts="p" disabled={!begin.payment} onClick={begin.payment}>
          <ButtonKey>P</ButtonKey>
          {acts.payment === "stop" ? text.stopPayment : text.startPayment}
        </Button>
      )}
      {begin.release || isReleasing ? (
        <Button aria-keyshortcuts="x" isLoading={isReleasing} onClick={begin.release}>
          <ButtonKey>X</ButtonKey>
          {text.releaseKey}
        </Button>
      ) : (
        !isDone &&
        acts.forward === "approve" && (
          <Button aria-keyshortcuts="m" disabled={!begin.claim} isLoading={isClaiming} onClick={begin.claim}>
            <ButtonKey>M</ButtonKey>
            {text.claimKey}
          </Button>
        )
      )}
      <ActBarSpace role={problem ? "alert" : undefined}>
        {why ?? (!isDone && <EvidenceWords key={request._id} evidence={evidence} canReject />)}
      </ActBarSpace>
      {!isDone && (
        <>
          <Button variant="danger" aria-keyshortcuts="r" disabled={!begin.reject} onClick={begin.reject}>
            <ButtonKey>R</ButtonKey>
            {`${text.rejectKey}${ADMIN_TEXT.agreement.step(rejections.have, rejections.need)}`}
          </Button>
          {acts.forward === "approve" ? (
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
    </ActBar>
  );
}
