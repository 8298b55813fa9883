import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { Field } from "../../ui/field.tsx";
import { formatMoney } from "../../ui/format.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { useAction } from "../core/use-action.ts";
import { DEPOSIT_ADMIN_TEXT } from "./deposit-admin-text.ts";
import { markDepositPaid } from "./deposit-calls.ts";
import type { AdminDeposit, MarkPaidBody } from "./deposit-types.ts";

const text = DEPOSIT_ADMIN_TEXT;
const NOTHING: MarkPaidBody = { bankReference: "", settlementHash: "", note: "" };

type MarkPaidDialogProps = {
  deposit: AdminDeposit;
  onDone: (after: AdminDeposit) => void;
  onConflict: (message: string) => void;
  onClose: () => void;
};

/** Takes the payment data from the bank's own records. The second admin enters it again: that is the check. */
export function MarkPaidDialog({ deposit, onDone, onConflict, onClose }: MarkPaidDialogProps) {
  const [typed, setTyped] = useState(NOTHING);
  const [hasTried, setHasTried] = useState(false);
  const { run, isSending, problem } = useAction({
    send: (body: MarkPaidBody, key) => markDepositPaid(deposit._id, body, key),
    onDone,
    onConflict,
  });
  const { have, need } = deposit.approvals;
  const sum = formatMoney(deposit.amount);
  const body: MarkPaidBody = {
    bankReference: typed.bankReference.trim(),
    settlementHash: typed.settlementHash.trim(),
    note: typed.note.trim(),
  };

  function submit() {
    setHasTried(true);
    if (body.bankReference && body.settlementHash && body.note) void run(body);
  }

  /** The props that all fields of the form share. */
  function field(name: keyof MarkPaidBody) {
    return {
      value: typed[name],
      error: (hasTried && !body[name] && text.missing[name]) || (problem?.field === name ? problem.message : null),
      onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
    };
  }

  return (
    <ActionDialog
      title={text.markTitle(sum)}
      lead={text.markLead(deposit.user.name)}
      submit={`${text.submit(sum)}${ADMIN_TEXT.agreement.step(have, need)}`}
      isSending={isSending}
      needsStepUp
      problem={problem}
      fields={["bankReference", "settlementHash", "note"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        {...field("bankReference")}
        data-autofocus=""
        label={text.bankReference}
        hint={text.bankReferenceHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={TEXT_MAX.bankReference}
      />
      <Field
        {...field("settlementHash")}
        label={text.hash}
        hint={text.hashHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextArea {...field("note")} label={text.note} maxLength={TEXT_MAX.note} />
    </ActionDialog>
  );
}
