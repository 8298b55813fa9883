import { type FormEvent, type ReactNode, useState } from "react";
import { Field } from "../ui/field.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { DialogForm } from "./dialog-form.ts";
import { type Problem, problemOf } from "./security-calls.ts";

/** What shows that the owner of the account is there. What is not asked for stays empty. */
export type Proof = { password: string; code: string };

/**
 * Asks for a proof and does with it what a dialog is there for; the dialog goes away by itself then.
 * @param given.asks   what it asks for, each with the label of its field
 * @param given.failed what is said when no answer came
 * @param given.send   what it throws is told in the form, which can be sent again
 */
export function useProofForm(given: {
  asks: Partial<Record<keyof Proof, string>>;
  failed: string;
  send: (proof: Proof) => Promise<void>;
}) {
  const { asks, failed, send } = given;
  const [proof, setProof] = useState<Proof>({ password: "", code: "" });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isComplete =
    (asks.password === undefined || proof.password !== "") && (asks.code === undefined || proof.code.trim() !== "");

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

  return { asks, proof, problem, isSending, isComplete, submit, change };
}

type ProofFormProps = {
  id: string;
  form: ReturnType<typeof useProofForm>;
  /** What it is about, above the fields. */
  children: ReactNode;
};

export function ProofForm({ id, form, children }: ProofFormProps) {
  const { asks, proof, problem, submit, change } = form;
  const errorOf = (field: keyof Proof) =>
    asks[field] !== undefined && problem?.field === field ? problem.message : null;
  const isShownAtField = (errorOf("password") ?? errorOf("code")) !== null;
  return (
    <DialogForm id={id} onSubmit={submit}>
      {children}
      {asks.password !== undefined && (
        <PasswordField
          data-autofocus=""
          label={asks.password}
          name="password"
          value={proof.password}
          onChange={(event) => change({ password: event.target.value })}
          error={errorOf("password")}
        />
      )}
      {asks.code !== undefined && (
        <Field
          data-autofocus={asks.password === undefined ? "" : undefined}
          label={asks.code}
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
