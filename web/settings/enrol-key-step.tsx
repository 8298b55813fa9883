import { type FormEvent, useState } from "react";
import { SECOND_FACTOR } from "../../worker/contract/limits.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import { DigitsField } from "../ui/digits-field.tsx";
import { Text } from "../ui/layout.tsx";
import { AuthenticatorKey } from "./authenticator-key.tsx";
import { confirmTotp, type Enrolment } from "./security-calls.ts";
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
  const {
    submit: confirm,
    isSending,
    errorOf,
    formError,
    setProblem,
  } = useSubmit({
    send: confirmTotp,
    onDone: onConfirmed,
    explain(error) {
      setCode("");
      return problemOf(error, text.confirmFailed);
    },
    fields: ["code"],
  });
  const isComplete = code.length === SECOND_FACTOR.codeLength;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) void confirm(code);
  }

  function type(value: string) {
    setCode(value);
    setProblem(null);
  }

  return (
    <DialogForm
      title={text.title}
      note={text.step(1)}
      cancel={text.cancel}
      submit={text.confirm}
      isComplete={isComplete}
      isBusy={isSending}
      problem={formError}
      onSubmit={submit}
      onClose={onClose}
    >
      <AuthenticatorKey secret={enrolment.secret} otpauthUrl={enrolment.otpauthUrl} />
      <Text tone="muted">{text.enterCode}</Text>
      <DigitsField
        label={text.code}
        hint={text.hold}
        length={SECOND_FACTOR.codeLength}
        value={code}
        readOnly={isSending}
        onDigits={type}
        error={errorOf("code")}
      />
    </DialogForm>
  );
}
