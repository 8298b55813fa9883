import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { TEXT_MAX } from "../../worker/contract/limits.ts";
import { isLoading, message, type SignUp, signUp } from "../state/auth-attempts.ts";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { PasswordMeter } from "../ui/password-meter.tsx";
import { DocumentLink, TextLink } from "../ui/text-link.tsx";
import { type } from "../ui/theme.ts";
import { toast } from "../ui/toaster.tsx";
import { AuthForm, AuthLayout } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";
import { GoogleButton } from "./google-button.tsx";
import { useTypedError } from "./use-typed-error.ts";

const Names = styled("div")`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 12px;
`;

const Accept = styled("p")`
  ${type.caption}
  color: var(--muted);
  text-align: center;
`;

const text = authText.signUp;
const FIELDS = ["firstName", "lastName", "username", "email", "password"] as const satisfies (keyof SignUp)[];
const EMPTY: SignUp = { firstName: "", lastName: "", username: "", email: "", password: "" };

/** Opens an account. After a refusal every field keeps its value. */
export function SignUpPage() {
  useSignals();
  const [, navigate] = useLocation();
  const [details, setDetails] = useState(EMPTY);
  const { shown, onTyped, form } = useTypedError();
  const isComplete = FIELDS.every((field) => details[field].trim() !== "");

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || isLoading.peek()) return;
    const { password, ...texts } = details;
    const trimmed = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim()]));
    if (!(await signUp({ ...details, ...trimmed, password }))) return;
    if (message.peek()) toast.success(message.peek());
    navigate(ROUTE.verifyEmail);
  }

  /** The props shared by all fields: value, name and the error that names the field. */
  function bind(field: keyof SignUp) {
    return {
      label: authText.fields[field],
      name: field,
      value: details[field],
      onChange: (event: ChangeEvent<HTMLInputElement>) => setDetails({ ...details, [field]: event.target.value }),
      error: shown?.field === field ? shown.message : null,
    };
  }

  const isFieldError = FIELDS.some((field) => field === shown?.field);
  return (
    <AuthLayout
      title={text.title}
      lead={text.lead}
      other={
        <>
          {text.other} <TextLink href={ROUTE.login}>{text.otherLink}</TextLink>
        </>
      }
    >
      <AuthForm ref={form} onSubmit={submit} onChange={onTyped}>
        <Names>
          <Field {...bind("firstName")} autoComplete="given-name" maxLength={TEXT_MAX.name} />
          <Field {...bind("lastName")} autoComplete="family-name" maxLength={TEXT_MAX.name} />
        </Names>
        <Field
          {...bind("username")}
          hint={authText.fields.usernameHint}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={TEXT_MAX.username}
        />
        <Field
          {...bind("email")}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <div>
          <PasswordField {...bind("password")} autoComplete="new-password" />
          <PasswordMeter password={details.password} />
        </div>
        {shown && !isFieldError && <FieldError id="sign-up-error">{shown.message}</FieldError>}
        <Button type="submit" variant="accent" size="form" isWide disabled={!isComplete} isLoading={isLoading.value}>
          {text.submit}
        </Button>
        <Accept>
          {text.accept}{" "}
          <DocumentLink href={ROUTE.terms} target="_blank">
            {text.terms}
          </DocumentLink>{" "}
          {text.and}{" "}
          <DocumentLink href={ROUTE.privacy} target="_blank">
            {text.privacy}
          </DocumentLink>
          .
        </Accept>
      </AuthForm>
      <GoogleButton />
    </AuthLayout>
  );
}
