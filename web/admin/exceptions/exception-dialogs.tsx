import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { cleanAmount } from "../../ui/clean-amount.ts";
import { Field } from "../../ui/field.tsx";
import { formatMoney } from "../../ui/format.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { TextDialog } from "../core/text-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import type { ReviewDialogProps } from "../review/review-actions.tsx";
import { EXCEPTION_ADMIN_TEXT } from "./exception-admin-text.ts";
import type { AdminException, MatchBody, NoteBody } from "./exception-calls.ts";
import { paidSum } from "./paid-sum.ts";

const text = EXCEPTION_ADMIN_TEXT;

/** Takes the amount to credit from a payment. For a payment in dollars, the creditable amount is filled in. */
export function MatchDialog({
  item,
  before,
  problem,
  onSubmit,
  onClose,
}: ReviewDialogProps<AdminException, MatchBody>) {
  const { version, paidCurrency, mostCreditable, deposit, user, approvals } = item;
  const creditable = paidCurrency === "USD" ? mostCreditable : null;
  const form = useTexts({
    before: { amount: (before?.amount ?? creditable)?.toFixed(2), note: before?.note },
    problem,
    check: ({ amount, note }) => ({
      amount:
        (!(Number(amount) > 0) && text.amountMissing) ||
        (Number(amount) > mostCreditable && text.amountOver(formatMoney(mostCreditable))),
      note: !note && text.noteMissing,
    }),
    onSubmit: ({ amount, note }) => onSubmit({ version, amount: Number(amount), note }),
  });
  const sum = Number(form.texts.amount);
  const amount = form.field("amount");
  return (
    <ActionDialog
      {...form.dialog}
      title={text.matchTitle}
      lead={text.matchLead(user.name)}
      submit={`${text.matchSubmit(sum > 0 ? formatMoney(sum) : null)}${ADMIN_TEXT.agreement.step(approvals.have, approvals.need)}`}
      needsStepUp
      onClose={onClose}
    >
      <Field
        {...amount}
        data-autofocus=""
        label={text.matchAmount}
        hint={text.matchHint(paidSum(item), formatMoney(deposit.amount))}
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        className="num"
        onChange={({ target }) => amount.onChange({ target: { value: cleanAmount(target.value) } })}
      />
      <TextArea {...form.field("note")} label={text.noteLabel.match} maxLength={TEXT_MAX.note} />
    </ActionDialog>
  );
}

type NoteDialogProps = ReviewDialogProps<AdminException, NoteBody>;

/** Records that an admin has sent the money back. */
export function RefundNoteDialog(props: NoteDialogProps) {
  return (
    <TextDialog
      title={text.refund}
      lead={text.refundLead}
      label={text.noteLabel.refund}
      submit={text.refundSubmit}
      {...noteOf(props)}
    />
  );
}

/** Closes a payment that needs no action, with the reason. */
export function DismissDialog(props: NoteDialogProps) {
  return (
    <TextDialog
      title={text.dismissTitle}
      lead={text.dismissLead}
      label={text.noteLabel.dismiss}
      submit={text.dismiss}
      {...noteOf(props)}
    />
  );
}

function noteOf({ item, before, problem, onSubmit, onClose }: NoteDialogProps) {
  return {
    field: "note" as const,
    needsStepUp: true,
    before: before?.note,
    missing: text.noteMissing,
    problem,
    onSubmit: (note: string) => onSubmit({ version: item.version, note }),
    onClose,
  };
}
