import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { cleanAmount } from "../../ui/clean-amount.ts";
import { Field } from "../../ui/field.tsx";
import { formatMoney } from "../../ui/format.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { DecisionProps } from "../review/use-review.ts";
import { EXCEPTION_ADMIN_TEXT } from "./exception-admin-text.ts";
import type { AdminException, MatchBody } from "./exception-types.ts";
import { paidText } from "./paid-sum.ts";

const text = EXCEPTION_ADMIN_TEXT;

type MatchDialogProps = DecisionProps<MatchBody> & { exception: AdminException };

/** Takes the amount to credit from a payment. For a payment in dollars, the creditable amount is filled in. */
export function MatchDialog({ exception, draft, onDecide, onClose }: MatchDialogProps) {
  const { paidCurrency, mostCreditable, deposit, user, approvals } = exception;
  const paid = paidCurrency === "USD" ? mostCreditable : null;
  const [typed, setTyped] = useState((draft?.body.amount ?? paid)?.toFixed(2) ?? "");
  const [note, setNote] = useState(draft?.body.note ?? "");
  const [hasTried, setHasTried] = useState(false);
  const problem = draft?.problem ?? null;
  const amount = Number(typed);
  const written = note.trim();
  const isOver = amount > mostCreditable;

  function submit() {
    setHasTried(true);
    if (amount > 0 && !isOver && written) onDecide({ version: exception.version, amount, note: written });
  }

  return (
    <ActionDialog
      needsStepUp
      title={text.matchTitle}
      lead={text.matchLead(user.name)}
      submit={`${text.matchSubmit(amount > 0 ? formatMoney(amount) : null)}${ADMIN_TEXT.agreement.step(approvals.have, approvals.need)}`}
      problem={problem}
      fields={["amount", "note"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        data-autofocus=""
        label={text.matchAmount}
        hint={text.matchHint(paidText(exception), formatMoney(deposit.amount))}
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        className="num"
        value={typed}
        error={
          (hasTried && !(amount > 0) && text.amountMissing) ||
          (hasTried && isOver && text.amountOver(formatMoney(mostCreditable))) ||
          (problem?.field === "amount" ? problem.message : null)
        }
        onChange={({ target }) => setTyped(cleanAmount(target.value))}
      />
      <TextArea
        label={text.noteLabel.match}
        value={note}
        maxLength={TEXT_MAX.note}
        error={(hasTried && !written && text.noteMissing) || (problem?.field === "note" ? problem.message : null)}
        onChange={({ target }) => setNote(target.value)}
      />
    </ActionDialog>
  );
}
