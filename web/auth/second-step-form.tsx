import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { asciiOf } from "../../worker/contract/ascii.ts";
import { SECOND_FACTOR } from "../../worker/contract/limits.ts";
import { codeProblemOf, isCodeRefused } from "../state/code-problem.ts";
import { useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { DigitsField } from "../ui/fields/digits-field.tsx";
import { Field } from "../ui/fields/field.tsx";
import { focusToRetype } from "../ui/fields/refused-field.ts";
import { toast } from "../ui/toast/toast.ts";
import { verifySecondStep } from "./auth-calls.ts";
import { AuthForm, AuthLayout } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";

const text = authText.secondStep;

type Method = "app" | "recovery";

/**
 * The second step of a log-in: the authenticator's code, submitted automatically at the sixth digit, or a recovery
 * code.
 * @param props.onRestart called when the first step must be repeated
 */
export function SecondStepForm({ onRestart }: { onRestart: () => void }) {
  const [method, setMethod] = useState<Method>("app");

  function change() {
    setMethod(method === "app" ? "recovery" : "app");
  }

  // A new form per method: it starts empty, and browsers would otherwise reuse their autofill of the other field.
  return <CodeForm key={method} method={method} onChange={change} onRestart={onRestart} />;
}

type CodeFormProps = { method: Method; onChange: () => void; onRestart: () => void };

function CodeForm({ method, onChange, onRestart }: CodeFormProps) {
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const isComplete = method === "app" ? code.length === SECOND_FACTOR.codeLength : code.trim() !== "";

  // The field takes the focus: it is the only input, and the button that opened this step is unmounted.
  useEffect(() => input.current?.focus(), []);

  const { submit, isSending, problem, setProblem } = useSubmit({
    // After success, the guard around this page redirects to the dashboard.
    send: verifySecondStep,
    explain(error) {
      const problem = codeProblemOf(error, authText.logIn.failed);
      if (problem.code === "not_signed_in") {
        toast.error(problem.message);
        onRestart();
        return null;
      }
      if (method === "app" && isCodeRefused(error)) setCode("");
      focusToRetype(input.current);
      return problem;
    },
  });

  function type(value: string) {
    setProblem(null);
    setCode(value);
    if (method === "app" && value.length === SECOND_FACTOR.codeLength) void submit(value);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) void submit(code);
  }

  const { lead, label, change } = text[method];
  return (
    <AuthLayout title={text.title} lead={lead} other={<Restart onClick={onRestart} />}>
      <AuthForm
        submit={text.submit}
        isComplete={isComplete}
        isBusy={isSending}
        foot={
          <Button variant="plain" size="form" isWide disabled={isSending} onClick={onChange}>
            {change}
          </Button>
        }
        onSubmit={onSubmit}
      >
        <CodeField
          ref={input}
          method={method}
          label={label}
          value={code}
          readOnly={isSending}
          onType={type}
          error={problem?.message}
          // A whole code that is pasted once more is no change of the field's text, and is meant as another try.
          onPaste={() => method === "app" && isComplete && setCode("")}
        />
      </AuthForm>
    </AuthLayout>
  );
}

type CodeFieldProps = ComponentProps<typeof Field> & { method: Method; onType: (code: string) => void };

function CodeField({ method, onType, ...field }: CodeFieldProps) {
  if (method === "app") {
    return <DigitsField {...field} length={SECOND_FACTOR.codeLength} size="large" onDigits={onType} />;
  }
  return (
    <Field
      {...field}
      name="recovery-code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      className="num"
      onChange={({ target }) => onType(asciiOf(target.value))}
    />
  );
}

function Restart({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="plain" onClick={onClick}>
      {text.restart}
    </Button>
  );
}
