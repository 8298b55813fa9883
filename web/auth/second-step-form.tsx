import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { SECOND_FACTOR } from "../../worker/contract/limits.ts";
import { clearError, error, isLoading, verifySecondStep } from "../state/auth-attempts.ts";
import { sessionText } from "../state/session-text.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { toast } from "../ui/toaster.tsx";
import { AuthForm, AuthLayout } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";

const text = authText.secondStep;

/**
 * The second step of a log-in: the authenticator's code, submitted automatically at the sixth digit, or a recovery
 * code.
 * @param props.onRestart called when the first step must be repeated
 */
export function SecondStepForm({ onRestart }: { onRestart: () => void }) {
  useSignals();
  const [method, setMethod] = useState<"app" | "recovery">("app");
  const [code, setCode] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isComplete = method === "app" ? code.length === SECOND_FACTOR.codeLength : code.trim() !== "";

  // The field takes the focus: it is the only input, and the button that opened this step is unmounted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again whenever another field is shown
  useEffect(() => input.current?.focus(), [method]);

  async function send(complete: string) {
    if (isLoading.peek()) return;
    setHasTried(true);
    // After success, the guard around this page redirects to the dashboard.
    const outcome = await verifySecondStep(complete);
    if (outcome === "signed_in") return;
    if (outcome === "expired") {
      toast.error(error.peek()?.message ?? sessionText.logInFailed);
      clearError();
      onRestart();
      return;
    }
    if (method === "app") setCode("");
    input.current?.focus();
  }

  function type(value: string) {
    clearError();
    if (method === "recovery") return setCode(value);
    const digits = value.replace(/\D/g, "").slice(0, SECOND_FACTOR.codeLength);
    setCode(digits);
    if (digits.length === SECOND_FACTOR.codeLength) void send(digits);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) void send(code);
  }

  function change() {
    clearError();
    setCode("");
    setMethod(method === "app" ? "recovery" : "app");
  }

  const field = text[method];
  return (
    <AuthLayout
      title={text.title}
      lead={field.lead}
      other={
        <Button variant="plain" onClick={onRestart}>
          {text.restart}
        </Button>
      }
    >
      <AuthForm onSubmit={submit}>
        <Field
          // A new element per field: browsers would otherwise reuse their autofill of the other one.
          key={method}
          ref={input}
          label={field.label}
          name={method === "app" ? "code" : "recovery-code"}
          inputMode={method === "app" ? "numeric" : "text"}
          autoComplete={method === "app" ? "one-time-code" : "off"}
          autoCapitalize="characters"
          spellCheck={false}
          size={method === "app" ? "large" : "normal"}
          className="num"
          value={code}
          readOnly={isLoading.value}
          onChange={(event) => type(event.target.value)}
          error={hasTried ? error.value?.message : null}
        />
        <Button type="submit" variant="accent" size="form" isWide disabled={!isComplete} isLoading={isLoading.value}>
          {text.submit}
        </Button>
        <Button variant="plain" size="form" isWide disabled={isLoading.value} onClick={change}>
          {field.change}
        </Button>
      </AuthForm>
    </AuthLayout>
  );
}
