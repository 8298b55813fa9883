import { ApiError, isOutcomeUnknown } from "../state/api.ts";
import { invalidate } from "../state/query.ts";
import { check as refreshUser } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { useSubmit } from "../state/use-submit.ts";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { formatMoney } from "../ui/format.ts";
import { toast } from "../ui/toast/toast.ts";
import { cancelWithdrawal, WITHDRAWALS, type Withdrawal } from "./withdrawal-calls.ts";
import { shownStatus } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

type CancelWithdrawalDialogProps = { withdrawal: Withdrawal; onClose: () => void };

/**
 * Asks for confirmation before a request is cancelled, and says so once that is decided otherwise. However often it is sent
 * after a lost response, it cancels once.
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

  const now = useQuery(WITHDRAWALS).value?.rows.find(({ _id }) => _id === withdrawal._id) ?? withdrawal;
  // What changes while it is sent is its own doing.
  const isDecided = now.status !== "pending" && !isCancelling;
  return (
    <DialogForm
      title={isDecided ? WITHDRAWAL_TEXT.withdrawal : WITHDRAWAL_TEXT.cancelTitle}
      role="alertdialog"
      width="narrow"
      lead={
        isDecided
          ? WITHDRAWAL_TEXT.statusNews(sum, WITHDRAWAL_TEXT.statusWord[shownStatus(now)])
          : WITHDRAWAL_TEXT.cancelDetail(sum)
      }
      problem={problem?.message}
      cancel={isDecided ? WITHDRAWAL_TEXT.back : WITHDRAWAL_TEXT.keep}
      submit={isDecided ? undefined : WITHDRAWAL_TEXT.cancelConfirm}
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
