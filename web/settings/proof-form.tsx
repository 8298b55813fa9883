import { type ComponentProps, useState } from "react";
import { asciiOf } from "../../worker/contract/ascii.ts";
import { codeProblemOf } from "../state/code-problem.ts";
import { useSubmit } from "../state/use-submit.ts";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { Field } from "../ui/fields/field.tsx";
import { PasswordField } from "../ui/fields/password-field.tsx";

/** A proof that the account's owner is present. Fields that are not requested stay empty. */
export type Proof = { password: string; code: string };

/**
 * The state of a form that asks for a proof and then runs the dialog's action; `send` closes the dialog.
 * @param given.fields the requested fields with their labels
 * @param given.failed the message when there is no response
 * @param given.send   the action; its errors are shown in the form, which can be sent again
 */
export function useProofForm(given: {
  fields: Partial<Record<keyof Proof, string>>;
  failed: string;
  send: (proof: Proof) => Promise<void>;
}) {
  const { fields, failed, send } = given;
  const [proof, setProof] = useState<Proof>({ password: "", code: "" });
  const {
    submit: sendProof,
    isSending,
    errorOf,
    formError,
    setProblem,
  } = useSubmit({ send, explain: (error) => codeProblemOf(error, failed), fields: Object.keys(fields) });
  const isComplete =
    (fields.password === undefined || proof.password !== "") && (fields.code === undefined || proof.code.trim() !== "");

  function change(part: Partial<Proof>) {
    setProof({ ...proof, ...part });
    setProblem(null);
  }

  const submit = () => void sendProof(proof);
  return { fields, proof, errorOf, formError, isSending, isComplete, submit, change };
}

type ProofDialogProps = Pick<
  ComponentProps<typeof DialogForm>,
  "title" | "lead" | "cancel" | "submit" | "isDanger" | "onClose" | "children" | "foot"
> & { form: ReturnType<typeof useProofForm> };

/** The dialog of a proof: what it is for, fields of its own as `children`, the requested fields, and the error. */
export function ProofFormDialog({ form, children, ...dialog }: ProofDialogProps) {
  const { fields, proof, errorOf, formError, isComplete, isSending, submit, change } = form;
  return (
    <DialogForm {...dialog} isComplete={isComplete} isBusy={isSending} problem={formError} onSubmit={submit}>
      {children}
      {fields.password !== undefined && (
        <PasswordField
          data-autofocus=""
          label={fields.password}
          name="password"
          value={proof.password}
          onChange={({ target }) => change({ password: target.value })}
          error={errorOf("password")}
        />
      )}
      {fields.code !== undefined && (
        <Field
          data-autofocus={fields.password === undefined ? "" : undefined}
          label={fields.code}
          name="code"
          className="num"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={proof.code}
          onChange={({ target }) => change({ code: asciiOf(target.value) })}
          error={errorOf("code")}
        />
      )}
    </DialogForm>
  );
}
