import { useSignals } from "@preact/signals-react/runtime";
import type { ComponentProps, ReactNode } from "react";
import { DEFAULT_TIME_ZONE, DEPOSIT } from "../../worker/contract/limits.ts";
import { balance } from "../state/balance.ts";
import { user } from "../state/session.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { formatText } from "../ui/format-text.ts";
import { Stack } from "../ui/layout.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { ProgressLine } from "../ui/progress-line.tsx";
import { useMedia } from "../ui/use-media.ts";
import { useNow } from "../ui/use-now.ts";
import { AmountStep } from "./amount-step.tsx";
import {
  type DepositFlow,
  type DepositStatus,
  type Making,
  type Payment,
  STEP_COUNT,
  STEP_NUMBER,
  shownStatus,
} from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { MethodStep } from "./method-step.tsx";
import { COMPACT } from "./outcome-layout.ts";
import { PaidActions, PaidStep } from "./paid-step.tsx";
import { PaymentActions } from "./payment-actions.tsx";
import { PaymentStep } from "./payment-step.tsx";
import { ReviewActions, ReviewStep } from "./review-step.tsx";
import { reviewNews } from "./review-text.ts";
import { useDepositFlow } from "./use-deposit-flow.ts";

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
  const last = flow.step === "payment" && {
    payment: flow.payment,
    making: flow.making,
    status: shownStatus(flow.payment, nowMs),
    nowMs,
    balanceUsd,
    isCompact,
  };
  const actions = last && (
    <LastActions
      {...last}
      closeAfterMs={pace.closeAfterPaidMs}
      onNewCode={() => askForCode(last.payment.deposit.amount)}
      onClose={onClose}
    />
  );
  return (
    <Dialog
      title={DEPOSIT_TEXT.title}
      note={noteOf(flow)}
      width={last ? "wide" : "normal"}
      isTall
      keepsOnScrim={flow.step !== "method"}
      onClose={onClose}
      actions={isCompact && actions}
    >
      <Stack minHeight="100%">
        <ProgressLine label={DEPOSIT_TEXT.progress} step={STEP_NUMBER[flow.step]} steps={STEP_COUNT} isDone={isPaid} />
        <LiveRegion>{last ? outcomeText(last.payment) : ""}</LiveRegion>
        <Stack grow each={1} margin={isCompact ? "16px 0 0" : "24px 0 0"}>
          {flow.step === "method" && <MethodStep onChoose={chooseMethod} />}
          {flow.step === "amount" && (
            <AmountStep making={flow.making} balanceUsd={balanceUsd} onBack={goBack} onSubmit={askForCode} />
          )}
          {last && <LastStep {...last} actions={!isCompact && actions} />}
        </Stack>
      </Stack>
    </Dialog>
  );
}

function noteOf(flow: DepositFlow): string {
  if (flow.step === "payment" && flow.payment.status === "paid") return DEPOSIT_TEXT.paidNote;
  if (flow.step === "payment" && flow.payment.review !== null) return DEPOSIT_TEXT.review.note;
  return DEPOSIT_TEXT.stepOf(STEP_NUMBER[flow.step], STEP_COUNT);
}

/** A code, or how its payment ended. */
type LastStepProps = Omit<ComponentProps<typeof PaymentStep>, "status" | "actions"> & {
  making: Making;
  status: DepositStatus;
};

function LastStep(props: LastStepProps & { actions: ReactNode }) {
  useSignals();
  const { payment, status, balanceUsd, actions } = props;
  const { deposit, review } = payment;
  // A match credits what came, which is another sum than the code's: its review says so.
  if (review?.status === "matched") return <ReviewStep deposit={deposit} review={review} actions={actions} />;
  if (status === "paid") {
    const timeZone = user.value?.timeZone ?? DEFAULT_TIME_ZONE;
    return <PaidStep payment={payment} balanceUsd={balanceUsd} timeZone={timeZone} actions={actions} />;
  }
  if (review) return <ReviewStep deposit={deposit} review={review} actions={actions} />;
  return <PaymentStep {...props} status={status} />;
}

type LastActionsProps = LastStepProps & { closeAfterMs: number; onNewCode: () => void; onClose: () => void };

function LastActions({ payment, status, making, isCompact, closeAfterMs, onNewCode, onClose }: LastActionsProps) {
  const { deposit, review } = payment;
  if (review?.status === "matched") return <ReviewActions onDone={onClose} />;
  if (status === "paid") {
    return <PaidActions billNumber={deposit.billNumber} closeAfterMs={closeAfterMs} onDone={onClose} />;
  }
  if (review) return <ReviewActions onDone={onClose} />;
  return (
    <PaymentActions
      deposit={deposit}
      status={status}
      making={making}
      isCompact={isCompact}
      onNewCode={onNewCode}
      onClose={onClose}
    />
  );
}

/** The outcome for a live region; the region must be in the document before its text changes. */
function outcomeText({ status, review }: Payment): string {
  if (status === "paid") return `${DEPOSIT_TEXT.paid}${formatText.fullStop} ${DEPOSIT_TEXT.paidDetail}`;
  if (review === null) return "";
  const { title, detail } = reviewNews(review);
  return `${title}${formatText.fullStop} ${detail}`;
}
