import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "../../state/api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { DigitsField } from "../../ui/digits-field.tsx";
import { confirmSecondFactor } from "./admin-calls.ts";
import { countQueues } from "./admin-polling.ts";
import { ADMIN_TEXT } from "./admin-text.ts";
import { closeRenewal, isRenewing, noteStepUpConfirmed } from "./step-up.ts";

const text = ADMIN_TEXT.stepUp;
const CODE_LENGTH = 6;

/** Renews the step-up before it ends. Only the admin opens it. It submits itself with the sixth digit. */
export function StepUpDialog() {
  useSignals();
  return isRenewing.value && <CodeDialog />;
}

function CodeDialog() {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function send(complete: string) {
    if (isSending) return;
    setIsSending(true);
    try {
      await confirmSecondFactor(complete);
      noteStepUpConfirmed();
      closeRenewal();
      void countQueues();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : text.unreachable);
      setCode("");
      setIsSending(false);
      input.current?.focus();
    }
  }

  function type(digits: string) {
    setCode(digits);
    setProblem(null);
    if (digits.length === CODE_LENGTH) void send(digits);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === CODE_LENGTH) void send(code);
  }

  return (
    <DialogForm
      title={text.title}
      width="narrow"
      lead={text.why}
      cancel={text.cancel}
      submit={text.confirm}
      isComplete={code.length === CODE_LENGTH}
      isBusy={isSending}
      onSubmit={submit}
      onClose={closeRenewal}
    >
      <DigitsField
        ref={input}
        data-autofocus=""
        label={text.code}
        length={CODE_LENGTH}
        size="large"
        value={code}
        readOnly={isSending}
        error={problem}
        onDigits={type}
      />
    </DialogForm>
  );
}
