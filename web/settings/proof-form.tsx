import { type FormEvent, type ReactNode, useState } from "react";
import { Field } from "../ui/field.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { DialogForm } from "./dialog-form.ts";
import { type Problem, problemOf } from "./security-calls.ts";

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
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isComplete =
    (fields.password === undefined || proof.password !== "") && (fields.code === undefined || proof.code.trim() !== "");

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || isSending) return;
    setIsSending(true);
    setProblem(null);
    try {
      await send(proof);
    } catch (caught) {
      setProblem(problemOf(caught, failed));
      setIsSending(false);
    }
  }

  function change(part: Partial<Proof>) {
    setProof({ ...proof, ...part });
    setProblem(null);
  }

  return { fields, proof, problem, isSending, isComplete, submit, change };
}

type ProofFormProps = {
  id: string;
  form: ReturnType<typeof useProofForm>;
  /** The text above the fields. */
  children: ReactNode;
};

/** The form of a proof: text, the requested fields, and the error. */
export function ProofForm({ id, form, children }: ProofFormProps) {
  const { fields, proof, problem, submit, change } = form;
  const errorOf = (field: keyof Proof) =>
    fields[field] !== undefined && problem?.field === field ? problem.message : null;
  const isShownAtField = (errorOf("password") ?? errorOf("code")) !== null;
  return (
    <DialogForm id={id} onSubmit={submit}>
      {children}
      {fields.password !== undefined && (
        <PasswordField
          data-autofocus=""
          label={fields.password}
          name="password"
          value={proof.password}
          onChange={(event) => change({ password: event.target.value })}
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
          onChange={(event) => change({ code: event.target.value })}
          error={errorOf("code")}
        />
      )}
      {problem && !isShownAtField && <FieldError id={`${id}-problem`}>{problem.message}</FieldError>}
    </DialogForm>
  );
}
