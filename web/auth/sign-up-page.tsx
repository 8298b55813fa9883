import { type ChangeEvent, type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { TEXT_MAX } from "../../worker/contract/limits.ts";
import { ApiError, NetworkError } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { EmailField } from "../ui/fields/email-field.tsx";
import { Field } from "../ui/fields/field.tsx";
import { NewPasswordField } from "../ui/fields/new-password-field.tsx";
import { Grid, Text } from "../ui/layout.tsx";
import { DocumentLink } from "../ui/text-link.tsx";
import { toast } from "../ui/toast/toast.ts";
import { type SignUp, signUp } from "./auth-calls.ts";
import { AuthForm, AuthLayout, OtherPage, useFirstFocus } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";
import { GoogleButton } from "./google-button.tsx";

const text = authText.signUp;
const FIELDS = ["firstName", "lastName", "username", "email", "password"] as const satisfies (keyof SignUp)[];
const EMPTY: SignUp = { firstName: "", lastName: "", username: "", email: "", password: "" };

/** Opens an account. After a refusal every field keeps its value. */
export function SignUpPage() {
  const [, navigate] = useLocation();
  const firstField = useFirstFocus();
  const [details, setDetails] = useState(EMPTY);
  const [isChecking, setIsChecking] = useState(false);
  const { submit, isSending, errorOf, formError, setProblem } = useSubmit({
    send: (body: SignUp, _, signal) =>
      signUp(body).catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || !error.challenge) throw error;
        setIsChecking(true);
        const { signUpWithProof } = await import("./sign-up-with-proof.ts").catch((cause: unknown) => {
          throw new NetworkError(cause);
        });
        return await signUpWithProof(body, error.challenge, signal).finally(() => setIsChecking(false));
      }),
    onDone(message) {
      if (message) toast.success(message);
      navigate(ROUTE.verifyEmail);
    },
    explain: (error) => problemOf(error, text.failed),
    fields: FIELDS,
  });
  const isComplete = FIELDS.every((field) => details[field].trim() !== "");

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete) return;
    const { password, ...texts } = details;
    const trimmed = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim()]));
    void submit({ ...details, ...trimmed, password });
  }

  /** The props shared by all fields: value, name and the error that names the field. */
  function bind(field: keyof SignUp) {
    return {
      label: authText.fields[field],
      name: field,
      value: details[field],
      onChange: (event: ChangeEvent<HTMLInputElement>) => setDetails({ ...details, [field]: event.target.value }),
      error: errorOf(field),
    };
  }

  return (
    <AuthLayout
      title={text.title}
      lead={text.lead}
      other={<OtherPage question={text.other} href={ROUTE.login} label={text.otherLink} />}
    >
      <AuthForm
        submit={isChecking ? text.checking : text.submit}
        isComplete={isComplete}
        isBusy={isSending}
        problem={formError}
        foot={<Acceptance />}
        onSubmit={onSubmit}
        onChange={() => setProblem(null)}
      >
        <Grid columns="1fr 1fr" gap={12}>
          <Field ref={firstField} {...bind("firstName")} autoComplete="given-name" maxLength={TEXT_MAX.name} />
          <Field {...bind("lastName")} autoComplete="family-name" maxLength={TEXT_MAX.name} />
        </Grid>
        <Field
          {...bind("username")}
          hint={authText.fields.usernameHint}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={TEXT_MAX.username}
        />
        <EmailField {...bind("email")} maxLength={254} />
        <NewPasswordField {...bind("password")} />
      </AuthForm>
      <GoogleButton />
    </AuthLayout>
  );
}

function Acceptance() {
  return (
    <Text size="caption" tone="muted" textAlign="center">
      {text.accept}{" "}
      <DocumentLink href={ROUTE.terms} target="_blank">
        {text.terms}
      </DocumentLink>{" "}
      {text.and}{" "}
      <DocumentLink href={ROUTE.privacy} target="_blank">
        {text.privacy}
      </DocumentLink>
      {text.end}
    </Text>
  );
}
