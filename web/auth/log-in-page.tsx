import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { isLoading, logIn } from "../state/auth-attempts.ts";
import { ROUTE } from "../state/routes.ts";
import { EmailField } from "../ui/email-field.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { AuthForm, AuthLayout, OtherPage } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";
import { backFromGoogle } from "./back-from-google.ts";
import { GoogleButton } from "./google-button.tsx";
import { SecondStepForm } from "./second-step-form.tsx";
import { useTypedError } from "./use-typed-error.ts";

const text = authText.logIn;

/**
 * Logs in with e-mail and password or with Google, then with the second factor where the account has one. Accounts with
 * an unverified address are sent to the verification page.
 */
export function LogInPage() {
  useSignals();
  const [, navigate] = useLocation();
  const search = useSearch();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [{ refusal, wantsCode }, setBack] = useState(() => backFromGoogle(search));
  const [step, setStep] = useState<"password" | "code">(wantsCode ? "code" : "password");
  const { shown, onTyped, form } = useTypedError();
  const isComplete = email.trim() !== "" && password.trim() !== "";

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || isLoading.peek()) return;
    // After success, the guard around this page redirects to the dashboard.
    const outcome = await logIn({ email: email.trim(), password });
    if (outcome === "unverified") navigate(ROUTE.verifyEmail);
    if (outcome === "second_step") setStep("code");
  }

  function type() {
    onTyped();
    if (refusal) setBack({ refusal: null, wantsCode: false });
  }

  function restart() {
    setPassword("");
    setStep("password");
    navigate(ROUTE.login, { replace: true });
  }

  if (step === "code") return <SecondStepForm onRestart={restart} />;

  return (
    <AuthLayout
      title={text.title}
      other={<OtherPage question={text.other} href={ROUTE.signUp} label={text.otherLink} />}
    >
      <AuthForm
        ref={form}
        submit={text.submit}
        isComplete={isComplete}
        isBusy={isLoading.value}
        onSubmit={submit}
        onChange={type}
      >
        {refusal && <FieldError id="google-refusal">{authText.google.refusals[refusal]}</FieldError>}
        <EmailField
          label={authText.fields.email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={shown?.field === "email" ? shown.message : null}
        />
        <PasswordField
          label={authText.fields.password}
          name="password"
          aside={
            <TextLink href={ROUTE.forgotPassword} tone="accent">
              {text.forgot}
            </TextLink>
          }
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={shown && shown.field !== "email" ? shown.message : null}
        />
      </AuthForm>
      <GoogleButton />
    </AuthLayout>
  );
}
