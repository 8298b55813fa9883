import { styled } from "goober";
import { useState } from "react";
import { ApiError, isOutcomeUnknown } from "../state/api.ts";
import { check as refreshUser } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { formatMoney } from "../ui/format.ts";
import { toast } from "../ui/toaster.tsx";
import { cancelWithdrawal } from "./withdrawal-calls.ts";
import { loadWithdrawalHistory } from "./withdrawal-history.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const Lines = styled("div")`
  display: grid;
  gap: 12px;
  & > p:first-child {
    color: var(--muted);
  }
`;

type CancelWithdrawalDialogProps = { withdrawal: { _id: string; amount: number }; onClose: () => void };

/**
 * Asks for confirmation before a request is cancelled. The idempotency key belongs to the dialog: however often it is
 * sent, it cancels once.
 */
export function CancelWithdrawalDialog({ withdrawal, onClose }: CancelWithdrawalDialogProps) {
  const [key] = useState(() => crypto.randomUUID());
  const [isCancelling, setIsCancelling] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sum = formatMoney(withdrawal.amount, "always");

  async function cancel() {
    setIsCancelling(true);
    setProblem(null);
    try {
      await cancelWithdrawal({ id: withdrawal._id, key });
    } catch (error) {
      setProblem(cancelProblem(error));
      setIsCancelling(false);
      // An admin may have decided meanwhile: the list shows what is still possible.
      void loadWithdrawalHistory();
      return;
    }
    toast(WITHDRAWAL_TEXT.cancelled(sum));
    onClose();
    // Both include the balance with the released money. The dialog does not wait for them: the API may be unreachable
    // by now.
    void refreshUser();
    void loadWithdrawalHistory();
  }

  return (
    <Dialog
      title={WITHDRAWAL_TEXT.cancelTitle}
      role="alertdialog"
      describedBy="cancel-withdrawal"
      width="narrow"
      // Cannot be closed while the request is being sent: its outcome decides.
      onClose={isCancelling ? () => {} : onClose}
      actions={
        <>
          <Button data-autofocus="" disabled={isCancelling} onClick={onClose}>
            {WITHDRAWAL_TEXT.keep}
          </Button>
          <Button variant="danger" isLoading={isCancelling} onClick={cancel}>
            {WITHDRAWAL_TEXT.cancelConfirm}
          </Button>
        </>
      }
    >
      <Lines>
        <p id="cancel-withdrawal">{WITHDRAWAL_TEXT.cancelDetail(sum)}</p>
        {problem && <FieldError id="cancel-withdrawal-problem">{problem}</FieldError>}
      </Lines>
    </Dialog>
  );
}

function cancelProblem(error: unknown): string {
  // A paused request was refused before it was processed, so its outcome is known.
  const isPaused = error instanceof ApiError && error.code === "paused";
  if (isOutcomeUnknown(error) && !isPaused) return WITHDRAWAL_TEXT.cancelLost;
  return (error instanceof ApiError && error.message) || WITHDRAWAL_TEXT.cancelFailed;
}
