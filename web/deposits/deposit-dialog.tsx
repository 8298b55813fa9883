import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { ReactNode } from "react";
import { DEFAULT_TIME_ZONE, DEPOSIT } from "../../worker/contract/limits.ts";
import { balance } from "../state/balance.ts";
import { user } from "../state/session.ts";
import { Dialog } from "../ui/dialog.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { ProgressLine } from "../ui/progress-line.tsx";
import { useMedia } from "../ui/use-media.ts";
import { useNow } from "../ui/use-now.ts";
import { AmountStep } from "./amount-step.tsx";
import { type Payment, STEP_COUNT, STEP_NUMBER, shownStatus } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { MethodStep } from "./method-step.tsx";
import { PaidActions, PaidStep } from "./paid-step.tsx";
import { PaymentActions } from "./payment-actions.tsx";
import { COMPACT } from "./payment-layout.ts";
import { PaymentStep } from "./payment-step.tsx";
import { ReviewActions, ReviewStep } from "./review-step.tsx";
import { reviewNews } from "./review-text.ts";
import { useDepositFlow } from "./use-deposit-flow.ts";

const Content = styled("div")`
  display: flex;
  flex-direction: column;
  min-height: 100%;
  & > :last-child {
    flex: 1;
    margin-top: 24px;
  }
  ${COMPACT} {
    & > :last-child {
      margin-top: 16px;
    }
  }
`;

type DepositDialogProps = {
  onClose: () => void;
  /**
   * The poll interval and the closing delay, in ms; section 9 of the specification sets the defaults, tests use shorter
   * ones.
   */
  pace?: { pollMs: number; closeAfterPaidMs: number };
};

/** The deposit modal with its three steps. Closing it in any way cancels an unpaid code. */
export function DepositDialog({ onClose, pace = DEPOSIT }: DepositDialogProps) {
  useSignals();
  const { flow, askForCode, chooseMethod, goBack } = useDepositFlow(pace.pollMs);
  const isCompact = useMedia(COMPACT);
  const nowMs = useNow(flow.step === "payment" ? 1_000 : null);
  const balanceUsd = balance.value;
  const isPaid = flow.step === "payment" && flow.payment.status === "paid";
  const isReviewed = flow.step === "payment" && flow.payment.review !== null;

  const { body, actions } = view();
  return (
    <Dialog
      title={DEPOSIT_TEXT.title}
      note={note()}
      width={flow.step === "payment" ? "wide" : "normal"}
      isTall
      keepsOnScrim={flow.step !== "method"}
      onClose={onClose}
      actions={isCompact && actions}
    >
      <Content>
        <ProgressLine label={DEPOSIT_TEXT.progress} step={STEP_NUMBER[flow.step]} steps={STEP_COUNT} isDone={isPaid} />
        <LiveRegion>{flow.step === "payment" ? outcomeText(flow.payment) : ""}</LiveRegion>
        {body}
      </Content>
    </Dialog>
  );

  function note(): string {
    if (isPaid) return DEPOSIT_TEXT.paidNote;
    return isReviewed ? DEPOSIT_TEXT.review.note : DEPOSIT_TEXT.stepOf(STEP_NUMBER[flow.step], STEP_COUNT);
  }

  function view(): { body: ReactNode; actions?: ReactNode } {
    if (flow.step === "method") return { body: <MethodStep onChoose={chooseMethod} /> };
    if (flow.step === "amount") {
      return {
        body: <AmountStep making={flow.making} balanceUsd={balanceUsd} onBack={goBack} onSubmit={askForCode} />,
      };
    }
    const { payment, making } = flow;
    const status = shownStatus(payment, nowMs);
    if (status === "paid") {
      const { billNumber } = payment.deposit;
      const actions = <PaidActions billNumber={billNumber} closeAfterMs={pace.closeAfterPaidMs} onDone={onClose} />;
      const timeZone = user.value?.timeZone ?? DEFAULT_TIME_ZONE;
      return {
        body: (
          <PaidStep payment={payment} balanceUsd={balanceUsd} timeZone={timeZone} actions={!isCompact && actions} />
        ),
        actions,
      };
    }
    if (payment.review) {
      const actions = <ReviewActions onDone={onClose} />;
      const { deposit, review } = payment;
      return { body: <ReviewStep deposit={deposit} review={review} actions={!isCompact && actions} />, actions };
    }
    const actions = (
      <PaymentActions
        deposit={payment.deposit}
        status={status}
        making={making}
        isCompact={isCompact}
        onNewCode={() => askForCode(payment.deposit.amount)}
        onClose={onClose}
      />
    );
    return {
      body: (
        <PaymentStep
          payment={payment}
          status={status}
          nowMs={nowMs}
          balanceUsd={balanceUsd}
          isCompact={isCompact}
          actions={!isCompact && actions}
        />
      ),
      actions,
    };
  }
}

/** The outcome for a live region; the region must be in the document before its text changes. */
function outcomeText({ status, review }: Payment): string {
  if (status === "paid") return `${DEPOSIT_TEXT.paid}. ${DEPOSIT_TEXT.paidDetail}`;
  if (review === null) return "";
  const { title, detail } = reviewNews(review);
  return `${title}. ${detail}`;
}
