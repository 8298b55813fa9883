import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { GOOGLE_REFUSALS, type GoogleRefusal } from "../../worker/contract/google-refusals.ts";
import { ROUTE } from "../state/routes.ts";
import { hasSessionEnded } from "../state/session.ts";
import { Callout } from "../ui/callout.tsx";
import { EmailField } from "../ui/fields/email-field.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { PasswordField } from "../ui/fields/password-field.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { AuthForm, AuthLayout, OtherPage, useFirstFocus } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";
import { GoogleButton } from "./google-button.tsx";
import { SecondStepForm } from "./second-step-form.tsx";
import { usePasswordLogIn } from "./use-password-log-in.ts";

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
  const firstField = useFirstFocus();
  const isComplete = email.trim() !== "" && password.trim() !== "";

  const { submit, isSending, errorOf, formError, setProblem } = usePasswordLogIn({
    email: email.trim(),
    onDone(outcome) {
      // After success, the guard around this page redirects to the dashboard.
      if (outcome === "second_step") setStep("code");
    },
    onUnverified: () => navigate(ROUTE.verifyEmail),
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) void submit({ email: email.trim(), password });
  }

  function onTyped() {
    setProblem(null);
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
      <AuthForm submit={text.submit} isComplete={isComplete} isBusy={isSending} onSubmit={onSubmit} onChange={onTyped}>
        {hasSessionEnded.value && <Callout role="status">{text.ended}</Callout>}
        {refusal && <FieldError id="google-refusal">{authText.google.refusals[refusal]}</FieldError>}
        <EmailField
          ref={firstField}
          label={authText.fields.email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={errorOf("email")}
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
          error={formError}
        />
      </AuthForm>
      <GoogleButton />
    </AuthLayout>
  );
}

/** The report of the redirect back from Google, in the query string of the log-in page. */
type BackFromGoogle = { refusal: GoogleRefusal | null; wantsCode: boolean };

/** Parses the query string of the log-in page; unknown values are ignored. @param search `location.search` */
export function backFromGoogle(search: string): BackFromGoogle {
  const query = new URLSearchParams(search);
  const refusal = GOOGLE_REFUSALS.find((reason) => reason === query.get("google")) ?? null;
  return { refusal, wantsCode: query.get("step") === "code" };
}
