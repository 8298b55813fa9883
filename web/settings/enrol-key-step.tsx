import { type FormEvent, useState } from "react";
import { SECOND_FACTOR } from "../../worker/contract/limits.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { AuthenticatorKey } from "./authenticator-key.tsx";
import { DialogForm } from "./dialog-form.ts";
import { confirmTotp, type Enrolment, type Problem, problemOf } from "./security-calls.ts";
import { securityText } from "./security-text.ts";

const text = securityText.enrol;

type KeyStepProps = {
  enrolment: Enrolment;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

/** Shows the key and asks for a code generated from it. */
export function EnrolKeyStep({ enrolment, onConfirmed, onClose }: KeyStepProps) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isComplete = code.length === SECOND_FACTOR.codeLength;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || isSending) return;
    setIsSending(true);
    try {
      onConfirmed(await confirmTotp(code));
    } catch (caught) {
      setProblem(problemOf(caught, text.confirmFailed));
      setCode("");
      setIsSending(false);
    }
  }

  function type(value: string) {
    setCode(value.replace(/\D/g, "").slice(0, SECOND_FACTOR.codeLength));
    setProblem(null);
  }

  return (
    <Dialog
      title={text.title}
      note={text.step(1)}
      onClose={onClose}
      keepsOnScrim
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="enrol" variant="accent" disabled={!isComplete} isLoading={isSending}>
            {text.confirm}
          </Button>
        </>
      }
    >
      <DialogForm id="enrol" onSubmit={submit}>
        <AuthenticatorKey secret={enrolment.secret} otpauthUrl={enrolment.otpauthUrl} />
        <p>{text.enterCode}</p>
        <Field
          label={text.code}
          hint={text.hold}
          name="code"
          className="num"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          readOnly={isSending}
          onChange={(event) => type(event.target.value)}
          error={problem?.field === "code" ? problem.message : null}
        />
        {problem && problem.field !== "code" && <FieldError id="enrol-problem">{problem.message}</FieldError>}
      </DialogForm>
    </Dialog>
  );
}
