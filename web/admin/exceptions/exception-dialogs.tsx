import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { faultOf, MONEY, numberIn } from "../../../worker/contract/read-number.ts";
import { Field } from "../../ui/fields/field.tsx";
import { NumberField } from "../../ui/fields/number-field.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { formatMoney } from "../../ui/format.ts";
import { ActionDialog } from "../core/action-dialog.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { approvalsSeen } from "../core/seen.ts";
import { TextDialog } from "../core/text-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import type { ReviewDialogProps } from "../review/review-actions.tsx";
import { EXCEPTION_ADMIN_TEXT } from "./exception-admin-text.ts";
import type { AdminException, MatchBody, NoteBody, RefundBody } from "./exception-calls.ts";
import { paidSum, sumIn } from "./paid-sum.ts";

const text = EXCEPTION_ADMIN_TEXT;

/**
 * Takes the amount to credit from a payment. For a payment in dollars, the creditable amount is filled in, which the button names,
 * and the note is next.
 */
export function MatchDialog(props: ReviewDialogProps<AdminException, MatchBody>) {
  const { item, before, problem, onSubmit, onClose } = props;
  const { version, paidCurrency, mostCreditable, deposit, user, approvals } = item;
  const creditable = paidCurrency === "USD" ? mostCreditable : null;
  const form = useTexts({
    before: { amount: (before?.amount ?? creditable)?.toFixed(2), note: before?.note },
    problem,
    check: ({ amount, note }) => ({
      amount:
        (!(dollarsOf(amount) > 0) && text.amountMissing) ||
        (dollarsOf(amount) > mostCreditable && text.amountOver(formatMoney(mostCreditable))),
      note: !note && text.noteMissing,
    }),
    onSubmit: ({ amount, note }) =>
      onSubmit({ version, approvals: approvalsSeen(item, approvals.need), amount: dollarsOf(amount), note }),
  });
  const first = { "data-autofocus": "" };
  const sum = dollarsOf(form.texts.amount);
  const isCreditable = sum > 0 && sum <= mostCreditable;
  return (
    <ActionDialog
      {...form.dialog}
      title={text.matchTitle}
      lead={`${text.matchLead(user.name)}${approvals.have + 1 === approvals.need ? ` ${ADMIN_TEXT.agreement.last}` : ""}`}
      submit={`${text.matchSubmit(isCreditable ? formatMoney(sum) : null)}${ADMIN_TEXT.agreement.step(approvals.have, approvals.need)}`}
      isComplete={faultOf(form.texts.amount, MONEY) === null}
      needsStepUp
      onClose={onClose}
    >
      <NumberField
        {...form.field("amount")}
        {...(creditable === null && first)}
        reads={MONEY}
        label={text.matchAmount}
        hint={text.matchHint(paidSum(item), formatMoney(deposit.amount))}
        prefix="$"
        className="num"
      />
      <TextArea
        {...form.field("note")}
        {...(creditable !== null && first)}
        label={text.noteLabel.match}
        maxLength={TEXT_MAX.note}
      />
    </ActionDialog>
  );
}

/** A typed sum in units of its currency; zero where it is none. */
function dollarsOf(typed: string): number {
  return Number(numberIn(typed, MONEY) ?? 0);
}

/** Takes what the bank sent back, from its records. The second admin enters it again: that is the check. */
export function RefundDialog(props: ReviewDialogProps<AdminException, RefundBody>) {
  const { item, before, problem, onSubmit, onClose } = props;
  const { version, paidCurrency, mostRefundable, refundApprovals } = item;
  const form = useTexts({
    before: { amount: before?.amount.toFixed(2), bankReference: before?.bankReference, note: before?.note },
    problem,
    check: ({ amount, bankReference, note }) => ({
      amount:
        (!(dollarsOf(amount) > 0) && text.refundAmountMissing) ||
        (dollarsOf(amount) > mostRefundable && text.refundOver(sumIn(paidCurrency, mostRefundable))),
      bankReference: !bankReference && text.refundReferenceMissing,
      note: !note && text.noteMissing,
    }),
    onSubmit: ({ amount, ...rest }) =>
      onSubmit({
        ...{ version, approvals: approvalsSeen(item, refundApprovals.need), amount: dollarsOf(amount) },
        ...rest,
      }),
  });
  const sum = dollarsOf(form.texts.amount);
  const isPossible = sum > 0 && sum <= mostRefundable;
  return (
    <ActionDialog
      {...form.dialog}
      title={text.refund}
      lead={text.refundLead}
      submit={`${text.refundSubmit(isPossible ? sumIn(paidCurrency, sum) : null)}${ADMIN_TEXT.agreement.step(refundApprovals.have, refundApprovals.need)}`}
      isComplete={faultOf(form.texts.amount, MONEY) === null}
      needsStepUp
      onClose={onClose}
    >
      <NumberField
        {...form.field("amount")}
        reads={MONEY}
        data-autofocus=""
        label={text.refundAmount}
        hint={text.refundHint(paidSum(item))}
        prefix={paidCurrency === "USD" ? "$" : paidCurrency}
        className="num"
      />
      <Field
        {...form.field("bankReference")}
        label={text.refundReference}
        hint={text.refundReferenceHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={TEXT_MAX.bankReference}
      />
      <TextArea {...form.field("note")} label={text.noteLabel.refund} maxLength={TEXT_MAX.note} />
    </ActionDialog>
  );
}

export function DismissDialog(props: ReviewDialogProps<AdminException, NoteBody>) {
  const { item, before, problem, onSubmit, onClose } = props;
  return (
    <TextDialog
      title={text.dismissTitle}
      lead={text.dismissLead}
      label={text.noteLabel.dismiss}
      submit={text.dismiss}
      field="note"
      needsStepUp
      before={before?.note}
      missing={text.noteMissing}
      problem={problem}
      onSubmit={(note) => onSubmit({ version: item.version, approvals: approvalsSeen(item, 1), note })}
      onClose={onClose}
    />
  );
}
