import { formatMoney } from "../../ui/format.ts";
import { ActionDialog } from "../core/action-dialog.tsx";
import { useAction } from "../core/use-action.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import { startPayment, stopPayment } from "./withdrawal-calls.ts";
import type { AdminWithdrawal, VersionBody } from "./withdrawal-types.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

type PaymentDialogProps = {
  request: AdminWithdrawal;
  step: "start" | "stop";
  onDone: (marked: AdminWithdrawal) => void;
  onConflict: (message: string) => void;
  onClose: () => void;
};

/** Confirms that a payment is marked as started, or no longer is, and says who may reject the request then. */
export function PaymentDialog({ request, step, onDone, onConflict, onClose }: PaymentDialogProps) {
  const isStart = step === "start";
  const { run, isSending, problem } = useAction({
    send: (body: VersionBody, key) => (isStart ? startPayment : stopPayment)(request._id, body, key),
    onDone,
    onConflict,
  });
  const title = (isStart ? text.startPaymentOf : text.stopPaymentOf)(formatMoney(request.amount));
  return (
    <ActionDialog
      title={title}
      lead={isStart ? text.startPaymentLead(request.user.name) : text.stopPaymentLead}
      submit={title}
      isDanger={!isStart}
      isSubmitFirst
      needsStepUp
      isSending={isSending}
      problem={problem}
      onSubmit={() => void run({ version: request.version })}
      onClose={onClose}
    >
      {null}
    </ActionDialog>
  );
}
