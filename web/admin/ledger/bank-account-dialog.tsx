import { useState } from "react";
import { Field } from "../../ui/fields/field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import type { BodyDialogProps } from "../core/sending-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import type { BankAccountBody } from "./book-calls.ts";
import { BOOK_ADMIN_TEXT } from "./book-text.ts";

const text = BOOK_ADMIN_TEXT;
const CURRENCIES = (["USD", "KHR"] as const).map((value) => ({ value, label: text.currencies[value] }));

/** Opens an account of the company at a bank. */
export function BankAccountDialog({ problem, onSubmit, ...dialog }: BodyDialogProps<BankAccountBody>) {
  const [currency, setCurrency] = useState<"USD" | "KHR">("USD");
  const form = useTexts({
    before: { id: "", name: "" },
    problem,
    check: ({ id, name }) => ({
      id: !/^[a-z0-9-]{2,32}$/.test(id) && text.accountIdWrong,
      name: !name && text.accountNameMissing,
    }),
    onSubmit: (texts) => onSubmit({ ...texts, currency }),
  });
  return (
    <ActionDialog
      {...dialog}
      {...form.dialog}
      title={text.accountTitle}
      lead={text.accountLead}
      submit={text.accountSubmit}
      needsStepUp
    >
      <Field {...form.field("name")} data-autofocus="" label={text.accountName} maxLength={60} autoComplete="off" />
      <Field
        {...form.field("id")}
        label={text.accountId}
        hint={text.accountIdHint}
        maxLength={32}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Select label={text.currency} value={currency} options={CURRENCIES} onChange={setCurrency} />
    </ActionDialog>
  );
}
