import { ApiError, isOutcomeUnknown } from "../state/api.ts";
import { invalidate } from "../state/query.ts";
import { check as refreshUser } from "../state/session.ts";
import { useSubmit } from "../state/use-submit.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import { formatMoney } from "../ui/format.ts";
import { toast } from "../ui/toast.ts";
import { cancelWithdrawal, WITHDRAWALS } from "./withdrawal-calls.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

type CancelWithdrawalDialogProps = { withdrawal: { _id: string; amount: number }; onClose: () => void };

/**
 * Asks for confirmation before a request is cancelled. However often it is sent after a lost response, it cancels once.
 */
export function CancelWithdrawalDialog({ withdrawal, onClose }: CancelWithdrawalDialogProps) {
  const sum = formatMoney(withdrawal.amount, "always");
  const {
    submit,
    isSending: isCancelling,
    problem,
  } = useSubmit({
    send: (id: string, key) => cancelWithdrawal({ id, key }),
    onDone() {
      toast(WITHDRAWAL_TEXT.cancelled(sum));
      onClose();
      // Both include the balance with the released money. The dialog does not wait for them: the API may be unreachable
      // by now.
      void refreshUser();
      void invalidate(WITHDRAWALS.key);
    },
    explain(error) {
      // An admin may have decided meanwhile: the list shows what is still possible.
      void invalidate(WITHDRAWALS.key);
      return { message: cancelProblem(error), field: undefined };
    },
  });

  return (
    <DialogForm
      title={WITHDRAWAL_TEXT.cancelTitle}
      role="alertdialog"
      width="narrow"
      lead={WITHDRAWAL_TEXT.cancelDetail(sum)}
      problem={problem?.message}
      cancel={WITHDRAWAL_TEXT.keep}
      submit={WITHDRAWAL_TEXT.cancelConfirm}
      isDanger
      focus="cancel"
      isBusy={isCancelling}
      onSubmit={() => void submit(withdrawal._id)}
      onClose={onClose}
    />
  );
}

function cancelProblem(error: unknown): string {
  // A paused request was refused before it was processed, so its outcome is known.
  const isPaused = error instanceof ApiError && error.code === "paused";
  if (isOutcomeUnknown(error) && !isPaused) return WITHDRAWAL_TEXT.cancelLost;
  return (error instanceof ApiError && error.message) || WITHDRAWAL_TEXT.cancelFailed;
}
