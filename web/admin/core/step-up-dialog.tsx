import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "../../state/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { type } from "../../ui/theme.ts";
import { confirmSecondFactor } from "./admin-calls.ts";
import { countQueues } from "./admin-polling.ts";
import { ADMIN_TEXT } from "./admin-text.ts";
import { closeRenewal, isRenewing, noteStepUpConfirmed } from "./step-up.ts";

const Form = styled("form")`
  display: grid;
  gap: 16px;
  & > p {
    ${type.body}
    color: var(--muted);
  }
`;

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

  function type(value: string) {
    const digits = value.replace(/\D/g, "").slice(0, CODE_LENGTH);
    setCode(digits);
    setProblem(null);
    if (digits.length === CODE_LENGTH) void send(digits);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === CODE_LENGTH) void send(code);
  }

  return (
    <Dialog
      title={text.title}
      width="narrow"
      describedBy="step-up-why"
      onClose={closeRenewal}
      actions={
        <>
          <Button onClick={closeRenewal}>{text.cancel}</Button>
          <Button
            type="submit"
            form="step-up"
            variant="accent"
            disabled={code.length < CODE_LENGTH}
            isLoading={isSending}
          >
            {text.confirm}
          </Button>
        </>
      }
    >
      <Form id="step-up" onSubmit={submit}>
        <p id="step-up-why">{text.why}</p>
        <Field
          ref={input}
          data-autofocus=""
          label={text.code}
          name="code"
          className="num"
          inputMode="numeric"
          autoComplete="one-time-code"
          size="large"
          value={code}
          readOnly={isSending}
          error={problem}
          onChange={(event) => type(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}
