import { useState } from "react";
import { BROKER } from "../../worker/contract/broker/broker-limits.ts";
import type { Statement } from "../imports/statement/statement.ts";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { Field } from "../ui/fields/field.tsx";
import { Select } from "../ui/fields/select.tsx";
import type { BrokerAccount } from "./broker-calls.ts";
import type { ImportTarget } from "./import-target.ts";
import { importText } from "./import-text.ts";

const text = importText.accountDialog;
const NEW = "new";

type AccountDialogProps = {
  target: ImportTarget;
  /** The name of a new account. */
  name: string;
  statement: Pick<Statement, "currency">;
  accounts: readonly BrokerAccount[];
  onChoose: (target: ImportTarget) => void;
  onClose: () => void;
};

/** The choice of the account that a file's trades go to: a new one with its name, or one in the same currency. */
export function AccountDialog({ target, name: proposed, statement, accounts, onChoose, onClose }: AccountDialogProps) {
  const isFull = accounts.length >= BROKER.accountsMax;
  const [chosen, setChosen] = useState(target.kind === "new" ? NEW : String(target.account.number));
  const [name, setName] = useState(target.kind === "new" ? target.name : proposed);
  const trimmed = name.trim();
  const isTaken = accounts.some((account) => account.name === trimmed);
  const isLong = [...trimmed].length > BROKER.nameMax;
  const account = accounts.find(({ number }) => String(number) === chosen);
  const isComplete = chosen === NEW ? trimmed !== "" && !isTaken && !isLong && !isFull : account !== undefined;

  function choose() {
    if (account) onChoose({ kind: "existing", account });
    else onChoose({ kind: "new", name: trimmed });
  }

  return (
    <DialogForm
      title={text.title}
      cancel={text.cancel}
      submit={text.use}
      isBusy={false}
      isComplete={isComplete}
      onSubmit={choose}
      onClose={onClose}
    >
      <Select
        label={text.label}
        data-autofocus=""
        value={chosen}
        hint={isFull ? text.full(BROKER.accountsMax) : undefined}
        options={[
          { value: NEW, label: text.newOne, disabled: isFull },
          ...accounts.map(({ number, name: label, currency }) => ({
            value: String(number),
            label: text.other(label, currency),
            disabled: currency !== statement.currency,
          })),
        ]}
        onChange={setChosen}
      />
      {chosen === NEW && (
        <Field
          label={text.name}
          hint={text.nameHint}
          error={isTaken ? text.nameTaken : isLong || trimmed === "" ? text.nameFault(BROKER.nameMax) : null}
          maxLength={BROKER.nameMax * 2}
          value={name}
          onChange={({ target: field }) => setName(field.value)}
        />
      )}
    </DialogForm>
  );
}
