import { useSignals } from "@preact/signals-react/runtime";
import { useRef, useState } from "react";
import { codeProblemOf, isCodeRefused } from "../../state/code-problem.ts";
import { useSubmit } from "../../state/use-submit.ts";
import { DialogForm } from "../../ui/dialog/dialog-form.tsx";
import { DigitsField } from "../../ui/fields/digits-field.tsx";
import { focusToRetype } from "../../ui/fields/refused-field.ts";
import { ADMIN_TEXT } from "./admin-text.ts";
import { closeRenewal, isRenewing } from "./step-up.ts";
import { confirmStepUp } from "./use-step-up-code.ts";

const text = ADMIN_TEXT.stepUp;
const CODE_LENGTH = 6;

/** Renews the step-up before it ends. Only the admin opens it. It submits itself with the sixth digit. */
export function StepUpDialog() {
  useSignals();
  return isRenewing.value && <CodeDialog />;
}

function CodeDialog() {
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);

  const { submit, isSending, problem, setProblem } = useSubmit({
    send: confirmStepUp,
    onDone: closeRenewal,
    explain(error) {
      if (isCodeRefused(error)) setCode("");
      focusToRetype(input.current);
      return codeProblemOf(error, text.unreachable);
    },
  });

  function type(digits: string) {
    setCode(digits);
    setProblem(null);
    if (digits.length === CODE_LENGTH) void submit(digits);
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
      onSubmit={() => void submit(code)}
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
        error={problem?.message}
        // A whole code that is pasted once more is no change of the field's text, and is meant as another try.
        onPaste={() => code.length === CODE_LENGTH && setCode("")}
        onDigits={type}
      />
    </DialogForm>
  );
}
