import { useLayoutEffect, useRef, useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { faultOf, MONEY, numberIn } from "../../../worker/contract/read-number.ts";
import { useQuery } from "../../state/use-query.ts";
import { Field } from "../../ui/fields/field.tsx";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { NumberField } from "../../ui/fields/number-field.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { formatMoney } from "../../ui/format.ts";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { TextButton } from "../../ui/text-button.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { adminKey } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { approvalsBesides, approvalsSeen } from "../core/seen.ts";
import { TextDialog } from "../core/text-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import { findUsers } from "../imports/import-calls.ts";
import { TraderPicker } from "../imports/trader-picker.tsx";
import { AccountSelect } from "../ledger/account-select.tsx";
import { DryRun } from "../ledger/dry-run.tsx";
import { fetchAccounts } from "../ledger/ledger-calls.ts";
import type { ReviewDialogProps } from "../review/review-actions.tsx";
import { EXCEPTION_ADMIN_TEXT } from "./exception-admin-text.ts";
import {
  type AdminException,
  type DecisionBody,
  type MatchBody,
  type NoteBody,
  planDecision,
  type RefundBody,
} from "./exception-calls.ts";
import { paidSum, sumIn } from "./paid-sum.ts";

const text = EXCEPTION_ADMIN_TEXT;

/** The trader to whom a payment is credited whose payer nobody knew. */
type Chosen = { _id: string; name: string; username: string };

/**
 * The trader to whom a payment is credited whose payer nobody knew: the one who was chosen here, or in an attempt that was undone or
 * refused, or by a colleague, with whom the second admin agrees, or not.
 */
function useChosenTrader({ chosenTrader }: AdminException, before: MatchBody | undefined) {
  const [picked, setPicked] = useState<Chosen | null>();
  const soughtId = before && before.userId !== chosenTrader?._id ? before.userId : undefined;
  const sought = useQuery({
    key: picked === undefined && soughtId !== undefined ? adminKey("traders", soughtId) : null,
    fetch: (signal) => findUsers(soughtId ?? "", signal),
  });
  const found = soughtId === undefined ? chosenTrader : (sought.value?.find(({ _id }) => _id === soughtId) ?? null);
  return [picked === undefined ? found : picked, setPicked] as const;
}

/** Moves the focus to the next decision when the one before is made: its field is gone by then. */
function useFocusOnNext(isMade: boolean) {
  const wasMade = useRef(isMade);
  useLayoutEffect(() => {
    if (isMade && !wasMade.current) {
      document.querySelector<HTMLElement>('[role="dialog"] [data-autofocus]')?.focus();
    }
    wasMade.current = isMade;
  }, [isMade]);
}

/**
 * Takes the amount to credit from a payment. For a payment in dollars, the creditable amount is filled in, which the button names,
 * and the note is next.
 */
export function MatchDialog(props: ReviewDialogProps<AdminException, MatchBody>) {
  const { item, view, before, problem, onSubmit, onClose } = props;
  const { version, paidCurrency, mostCreditable, deposit, user, approvals } = item;
  const [chosen, setChosen] = useChosenTrader(item, before);
  const isChosen = deposit !== null || chosen !== null;
  useFocusOnNext(isChosen);
  const have = approvalsBesides(item.approvedBy, view.admin._id);
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
    onSubmit({ amount, note }) {
      if (!isChosen) return;
      const userId = chosen === null ? {} : { userId: chosen._id };
      onSubmit({ version, approvals: approvalsSeen(item, approvals.need), amount: dollarsOf(amount), ...userId, note });
    },
  });
  const chosenProblem =
    problem?.field === "userId" ? problem.message : form.hasTried && !isChosen && text.traderMissing;
  const first = isChosen && { "data-autofocus": "" };
  const sum = dollarsOf(form.texts.amount);
  const isCreditable = sum > 0 && sum <= mostCreditable;
  const decision =
    isCreditable && isChosen
      ? { decision: "match" as const, amount: sum, ...(chosen !== null && { userId: chosen._id }) }
      : null;
  return (
    <ActionDialog
      {...form.dialog}
      title={deposit === null ? text.creditTitle : text.matchTitle}
      lead={`${deposit === null ? text.creditLead : text.matchLead(user.name)}${have + 1 === approvals.need ? ` ${ADMIN_TEXT.agreement.last}` : ""}`}
      submit={`${text.matchSubmit(isCreditable ? formatMoney(sum) : null)}${ADMIN_TEXT.agreement.step(have, approvals.need)}`}
      isComplete={faultOf(form.texts.amount, MONEY) === null}
      needsStepUp
      onClose={onClose}
    >
      {deposit === null && (
        <Stack gap={6}>
          {chosen === null ? (
            <TraderPicker takesFocus hint={text.traderHint} onPick={setChosen} />
          ) : (
            <Row justify="space-between" gap={8} wrap>
              <Text as="span" size="dense" minWidth={0} breaks="anywhere">
                {text.creditTo} <b>{chosen.name}</b> ({chosen.username})
              </Text>
              <TextButton onClick={() => setChosen(null)}>{text.anotherTrader}</TextButton>
            </Row>
          )}
          {chosenProblem && <FieldError id="chosen-trader">{chosenProblem}</FieldError>}
        </Stack>
      )}
      <NumberField
        {...form.field("amount")}
        {...(creditable === null && first)}
        reads={MONEY}
        label={text.matchAmount}
        hint={deposit ? text.matchHint(paidSum(item), formatMoney(deposit.amount)) : text.refundHint(paidSum(item))}
        prefix="$"
        className="num"
      />
      <TextArea
        {...form.field("note")}
        {...(creditable !== null && first)}
        label={text.noteLabel.match}
        maxLength={TEXT_MAX.note}
      />
      <DecisionPlan item={item} decision={decision} />
    </ActionDialog>
  );
}

/** Every entry that a decision about a payment would write. */
function DecisionPlan({ item, decision }: { item: AdminException; decision: DecisionBody | null }) {
  return (
    <DryRun
      of={decision}
      about={`${item._id} ${item.version}`}
      plan={(asked, signal) => planDecision(item._id, asked, signal)}
    />
  );
}

/** A typed sum in units of its currency; zero where it is none. */
function dollarsOf(typed: string): number {
  return Number(numberIn(typed, MONEY) ?? 0);
}

/** Takes what the bank sent back, from its records. The second admin enters it again: that is the check. */
export function RefundDialog(props: ReviewDialogProps<AdminException, RefundBody>) {
  const { item, view, before, problem, onSubmit, onClose } = props;
  const { version, paidCurrency, mostRefundable, refundApprovals } = item;
  const have = approvalsBesides(item.refundApprovedBy, view.admin._id);
  const accounts = useQuery({
    key: adminKey("house accounts"),
    fetch: async (signal) => (await fetchAccounts({}, null, signal)).rows,
  });
  const banks = accounts.value?.filter(({ kind, currency }) => kind === "bank" && currency === paidCurrency) ?? [];
  const form = useTexts({
    before: {
      amount: before?.amount.toFixed(2),
      bankAccount: before?.bankAccount && `${BANK}${before.bankAccount}`,
      bankReference: before?.bankReference,
      note: before?.note,
    },
    problem,
    check: ({ amount, bankReference, note }) => ({
      amount:
        (!(dollarsOf(amount) > 0) && text.refundAmountMissing) ||
        (dollarsOf(amount) > mostRefundable && text.refundOver(sumIn(paidCurrency, mostRefundable))),
      bankReference: !bankReference && text.refundReferenceMissing,
      note: !note && text.noteMissing,
    }),
    onSubmit: ({ amount, bankAccount, ...rest }) =>
      onSubmit({
        ...{ version, approvals: approvalsSeen(item, refundApprovals.need), amount: dollarsOf(amount) },
        ...bankOf(bankAccount),
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
      submit={`${text.refundSubmit(isPossible ? sumIn(paidCurrency, sum) : null)}${ADMIN_TEXT.agreement.step(have, refundApprovals.need)}`}
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
      {/* Without another account it was sent from the one that codes pay into. */}
      {banks.length > 0 && (
        <AccountSelect
          {...form.field("bankAccount")}
          label={text.refundFrom}
          none={text.refundFromCodes}
          accounts={banks}
        />
      )}
      <Field
        {...form.field("bankReference")}
        label={text.refundReference}
        hint={text.refundReferenceHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={TEXT_MAX.bankReference}
      />
      <TextArea
        {...form.field("note")}
        label={item.deposit ? text.noteLabel.refund : text.noteLabel.match}
        maxLength={TEXT_MAX.note}
      />
      <DecisionPlan
        item={item}
        decision={isPossible ? { decision: "refund", amount: sum, ...bankOf(form.texts.bankAccount) } : null}
      />
    </ActionDialog>
  );
}

/** The beginning of the ids of bank accounts in the ledger. */
const BANK = "house:bank:";

/** The bank account of a refund as the API names it; nothing for the account that codes pay into. */
function bankOf(accountId: string): { bankAccount?: string } {
  return accountId === "" ? {} : { bankAccount: accountId.slice(BANK.length) };
}

export function DismissDialog(props: ReviewDialogProps<AdminException, NoteBody>) {
  const { item, before, problem, onSubmit, onClose } = props;
  return (
    <TextDialog
      title={text.dismissTitle}
      lead={item.deposit ? text.dismissLead : text.dismissUnknownLead}
      label={text.noteLabel.dismiss}
      submit={text.dismiss}
      field="note"
      needsStepUp
      before={before?.note}
      missing={text.noteMissing}
      problem={problem}
      onSubmit={(note) => onSubmit({ version: item.version, approvals: approvalsSeen(item, 1), note })}
      onClose={onClose}
    >
      <DecisionPlan item={item} decision={{ decision: "dismiss" }} />
    </TextDialog>
  );
}
