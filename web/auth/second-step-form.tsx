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
 * The second step of a log-in: the authenticator's code, which sends itself with the sixth digit, or a recovery code.
 * @param props.onRestart the first step is to be taken again
 */
export function SecondStepForm({ onRestart }: { onRestart: () => void }) {
  useSignals();
  const [way, setWay] = useState<"app" | "recovery">("app");
  const [code, setCode] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isComplete = way === "app" ? code.length === SECOND_FACTOR.codeLength : code.trim() !== "";

  // It is all the page asks for, and the button that led here is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again whenever the field is another
  useEffect(() => input.current?.focus(), [way]);

  async function send(complete: string) {
    if (isLoading.peek()) return;
    setHasTried(true);
    // Who gets in is taken to the dashboard by the guard around this page.
    const outcome = await verifySecondStep(complete);
    if (outcome === "signed_in") return;
    if (outcome === "expired") {
      toast.error(error.peek()?.message ?? sessionText.logInFailed);
      clearError();
      onRestart();
      return;
    }
    if (way === "app") setCode("");
    input.current?.focus();
  }

  function type(value: string) {
    clearError();
    if (way === "recovery") return setCode(value);
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
    setWay(way === "app" ? "recovery" : "app");
  }

  const field = text[way];
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
          // Another field, not the same one with another name: browsers keep what they filled in.
          key={way}
          ref={input}
          label={field.label}
          name={way === "app" ? "code" : "recovery-code"}
          inputMode={way === "app" ? "numeric" : "text"}
          autoComplete={way === "app" ? "one-time-code" : "off"}
          autoCapitalize="characters"
          spellCheck={false}
          size={way === "app" ? "large" : "normal"}
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
