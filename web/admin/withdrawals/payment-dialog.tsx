import { formatMoney } from "../../ui/format.ts";
import { ActDialog } from "../core/action-dialog.tsx";
import { useAct } from "../core/use-action.ts";
import { WITHDRAWAL_DESK_TEXT } from "./withdrawal-admin-text.ts";
import { startPayment, stopPayment } from "./withdrawal-calls.ts";
import type { DeskWithdrawal, VersionBody } from "./withdrawal-types.ts";

const text = WITHDRAWAL_DESK_TEXT;

type PaymentDialogProps = {
  request: DeskWithdrawal;
  act: "start" | "stop";
  onDone: (marked: DeskWithdrawal) => void;
  onConflict: (message: string) => void;
  onClose: () => void;
};

/** Asks before the mark of a payment is set or taken away, and says who may reject the request from then on. */
export function PaymentDialog({ request, act: verb, onDone, onConflict, onClose }: PaymentDialogProps) {
  const isStart = verb === "start";
  const { act, isSending, problem } = useAct({
    send: (body: VersionBody, key) => (isStart ? startPayment : stopPayment)(request._id, body, key),
    onDone,
    onConflict,
  });
  const title = (isStart ? text.startPaymentOf : text.stopPaymentOf)(formatMoney(request.amount));
  return (
    <ActDialog
      title={title}
      lead={isStart ? text.startPaymentLead(request.user.name) : text.stopPaymentLead}
      submit={title}
      isDanger={!isStart}
      isSubmitFirst
      needsStepUp
      isSending={isSending}
      problem={problem}
      onSubmit={() => void act({ version: request.version })}
      onClose={onClose}
    >
      {null}
    </ActDialog>
  );
}
