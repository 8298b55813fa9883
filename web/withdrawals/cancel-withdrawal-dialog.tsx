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

const Words = styled("div")`
  display: grid;
  gap: 12px;
  & > p:first-child {
    color: var(--muted);
  }
`;

type CancelWithdrawalDialogProps = { withdrawal: { _id: string; amount: number }; onClose: () => void };

/** Asks once before a request is cancelled. One dialog is one attempt: however often it is sent, it cancels once. */
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
      // An admin may have decided meanwhile: what can still be done shows in the list.
      void loadWithdrawalHistory();
      return;
    }
    toast(WITHDRAWAL_TEXT.cancelled(sum));
    onClose();
    // They carry the balance that the sum went back to. Neither keeps the dialog: the API may be away by now.
    void refreshUser();
    void loadWithdrawalHistory();
  }

  return (
    <Dialog
      title={WITHDRAWAL_TEXT.cancelTitle}
      role="alertdialog"
      describedBy="cancel-withdrawal"
      width="narrow"
      // While it is sent there is nothing to keep: its outcome decides.
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
      <Words>
        <p id="cancel-withdrawal">{WITHDRAWAL_TEXT.cancelDetail(sum)}</p>
        {problem && <FieldError id="cancel-withdrawal-problem">{problem}</FieldError>}
      </Words>
    </Dialog>
  );
}

function cancelProblem(error: unknown): string {
  // What is paused was refused before it began.
  const isPaused = error instanceof ApiError && error.code === "paused";
  if (isOutcomeUnknown(error) && !isPaused) return WITHDRAWAL_TEXT.cancelLost;
  return (error instanceof ApiError && error.message) || WITHDRAWAL_TEXT.cancelFailed;
}
