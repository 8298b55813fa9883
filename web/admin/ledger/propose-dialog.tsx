import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { MONEY, type NumberForm, numberIn } from "../../../worker/contract/read-number.ts";
import { useQuery } from "../../state/use-query.ts";
import { Field } from "../../ui/fields/field.tsx";
import { NumberField } from "../../ui/fields/number-field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { adminKey } from "../core/admin-polling.ts";
import type { BodyDialogProps } from "../core/sending-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import { fetchMonths, MONTHS_KEY } from "../month-close/month-calls.ts";
import { monthName } from "../month-close/month-names.ts";
import { AccountSelect, type AccountSelectProps } from "./account-select.tsx";
import type { FeeOfLine, LinkedKind } from "./book-address.ts";
import { type ActBody, planAct } from "./book-calls.ts";
import { BOOK_ADMIN_TEXT } from "./book-text.ts";
import { DryRun } from "./dry-run.tsx";
import { fetchAccounts, type LedgerAccount } from "./ledger-calls.ts";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

const text = BOOK_ADMIN_TEXT;
/** A rate, or a sum in riel. */
const RIEL: NumberForm = { decimalsMax: 2 };
const DIRECTIONS = (["credit", "debit"] as const).map((value) => ({ value, label: text.directions[value] }));

/** What a proposal is about: a record or a trader, or nothing but the house's own accounts. */
export type Proposal =
  /** @property amount of the link that leads here, as it is typed */
  | { kind: LinkedKind; about: string; amount?: string }
  /** @property fee what its line of the bank's statement says */
  | { kind: "fee"; about: null; fee?: FeeOfLine }
  | { kind: "adjustment"; about: null };

type Texts = Record<
  "amount" | "rate" | "bankReference" | "evidence" | "bankAccount" | "from" | "to" | "foundFor" | "reason",
  string
>;
const EMPTY: Texts = {
  amount: "",
  rate: "",
  bankReference: "",
  evidence: "",
  bankAccount: "",
  from: "",
  to: "",
  foundFor: "",
  reason: "",
};

/** Proposes an act on the books. As its fields are filled in, every entry that it would write stands below them. */
export function ProposeDialog({
  proposal,
  filled,
  problem,
  onSubmit,
  ...dialog
}: BodyDialogProps<ActBody> & {
  proposal: Proposal;
  /** What is known already, as of a payout that the bank's own file says has come back. */
  filled?: Pick<Texts, "bankReference" | "reason">;
}) {
  const { kind } = proposal;
  const [direction, setDirection] = useState<"credit" | "debit">("credit");
  const accounts = useQuery({
    key: proposal.about === null ? adminKey("house accounts") : null,
    fetch: async (signal) => (await fetchAccounts({}, null, signal)).rows,
  });
  const takesMonth = kind === "fee" || kind === "correction" || kind === "adjustment";
  const months = useQuery({ key: takesMonth ? MONTHS_KEY : null, fetch: fetchMonths });
  const sealed = (months.value?.months ?? []).filter(({ close }) => close?.state === "sealed");
  const house = accounts.value ?? [];
  const form = useTexts<keyof Texts>({
    before: { ...EMPTY, ...textsOf(proposal), ...filled },
    problem,
    check: (texts) => faultsOf(kind, texts, currencyOf(texts, house)),
    onSubmit: (texts) => onSubmit(bodyOf(proposal, texts, direction, currencyOf(texts, house))),
  });
  const { texts } = form;
  const currency = currencyOf(texts, house);
  const { reason: _, ...others } = faultsOf(kind, texts, currency);
  const isPlanned = Object.values(others).every((fault) => !fault);
  // The reason changes no entry, so none is worked out anew while it is typed.
  const planned = isPlanned ? bodyOf(proposal, { ...texts, reason: kind }, direction, currency) : null;
  const takesBank = kind === "payout_returned" || kind === "deposit_reversed" || kind === "fee";
  const takesSum = kind !== "payout_returned" && kind !== "deposit_reversed";
  return (
    <ActionDialog
      {...dialog}
      {...form.dialog}
      title={TRANSFER_ADMIN_TEXT.kinds[kind]}
      lead={text.lead[kind]}
      submit={text.propose}
      needsStepUp
    >
      {kind === "fee" && (
        <AccountSelect
          {...form.field("bankAccount")}
          data-autofocus={textsOf(proposal).bankAccount === undefined ? "" : undefined}
          label={text.bankAccount}
          accounts={house.filter((account) => account.kind === "bank")}
          hint={accounts.value && !house.some((account) => account.kind === "bank") ? text.noBankAccount : undefined}
        />
      )}
      {kind === "adjustment" && (
        <>
          <AccountSelect {...form.field("from")} data-autofocus="" label={text.from} accounts={house} />
          <AccountSelect {...form.field("to")} label={text.to} accounts={house} />
        </>
      )}
      {kind === "correction" && (
        <Select label={text.direction} value={direction} options={DIRECTIONS} onChange={setDirection} />
      )}
      {takesSum && (
        <NumberField
          {...form.field("amount")}
          reads={currency === "USD" ? MONEY : RIEL}
          data-autofocus=""
          label={text.amount}
          {...(currency === "USD" ? { prefix: "$" } : { suffix: "KHR" })}
        />
      )}
      {currency === "KHR" && (
        <NumberField {...form.field("rate")} reads={RIEL} label={text.rate} hint={text.rateHint} suffix="KHR" />
      )}
      {takesBank && (
        <Field
          {...form.field("bankReference")}
          data-autofocus={takesSum ? undefined : ""}
          label={text.bankReference}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {kind === "correction" && (
        <TextArea
          {...form.field("evidence")}
          label={text.evidence}
          hint={text.evidenceHint}
          rows={2}
          maxLength={TEXT_MAX.note}
        />
      )}
      {sealed.length > 0 && <MonthSelect {...form.field("foundFor")} months={sealed.map(({ month }) => month)} />}
      <TextArea
        {...form.field("reason")}
        label={text.reason}
        hint={text.reasonHint}
        rows={2}
        maxLength={TEXT_MAX.note}
      />
      <DryRun of={planned} plan={async (body, signal) => (await planAct(body, signal)).plan} />
    </ActionDialog>
  );
}

/** The fields that a line of the bank's statement fills in. */
function textsOf(proposal: Proposal): Partial<Texts> {
  if ("amount" in proposal && proposal.amount !== undefined) return { amount: proposal.amount };
  if (proposal.kind !== "fee" || !proposal.fee) return {};
  const { bankAccount, amount, ...fee } = proposal.fee;
  return { ...fee, bankAccount: `house:bank:${bankAccount}`, amount: String(amount) };
}

type MonthSelectProps = Pick<AccountSelectProps, "value" | "error" | "onChange"> & { months: readonly string[] };

/** The sealed month that an act puts right: its entries are of the month in which it is posted. */
function MonthSelect({ months, onChange, ...field }: MonthSelectProps) {
  const options = [
    { value: "", label: text.ofThisMonth },
    ...months.map((month) => ({ value: month, label: monthName(month) })),
  ];
  return (
    <Select
      {...field}
      label={text.foundFor}
      hint={text.foundForHint}
      options={options}
      onChange={(value) => onChange({ target: { value } })}
    />
  );
}

function currencyOf({ bankAccount, from, to }: Texts, accounts: readonly LedgerAccount[]): "USD" | "KHR" {
  return accounts.find(({ _id }) => _id === bankAccount || _id === from || _id === to)?.currency ?? "USD";
}

function faultsOf(kind: Proposal["kind"], texts: Texts, currency: "USD" | "KHR") {
  const isAboutRecord = kind === "payout_returned" || kind === "deposit_reversed";
  return {
    bankAccount: kind === "fee" && !texts.bankAccount && text.accountMissing,
    from: kind === "adjustment" && !texts.from && text.accountMissing,
    to: kind === "adjustment" && !texts.to && text.accountMissing,
    amount: !isAboutRecord && numberIn(texts.amount, currency === "USD" ? MONEY : RIEL) === null && text.amountMissing,
    rate: currency === "KHR" && numberIn(texts.rate, RIEL) === null && text.rateHint,
    bankReference: (isAboutRecord || kind === "fee") && !texts.bankReference && text.bankReferenceMissing,
    evidence: kind === "correction" && !texts.evidence && text.evidenceMissing,
    reason: !texts.reason && text.reasonMissing,
  };
}

function bodyOf(proposal: Proposal, texts: Texts, direction: "credit" | "debit", currency: "USD" | "KHR"): ActBody {
  const { bankReference, reason, evidence } = texts;
  const amount = Number(numberIn(texts.amount, currency === "USD" ? MONEY : RIEL));
  const rate = currency === "KHR" ? { rate: Number(numberIn(texts.rate, RIEL)) } : {};
  const of = texts.foundFor === "" ? {} : { foundFor: texts.foundFor };
  const { kind, about } = proposal;
  switch (kind) {
    case "payout_returned":
      return { kind, withdrawalId: about, bankReference, reason };
    case "deposit_reversed":
      return { kind, depositId: about, bankReference, reason };
    case "receivable_collected":
      return { kind, userId: about, amount, reason };
    case "correction":
      return { kind, userId: about, direction, amount, evidence, reason, ...of };
    case "fee":
      return {
        kind,
        bankAccount: texts.bankAccount.replace("house:bank:", ""),
        amount,
        ...rate,
        bankReference,
        reason,
        ...of,
      };
    case "adjustment":
      return { kind, from: texts.from, to: texts.to, amount, ...rate, reason, ...of };
  }
}
