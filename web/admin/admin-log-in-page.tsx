import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { AuthForm, AuthLayout } from "../auth/auth-layout.tsx";
import { useTypedError } from "../auth/use-typed-error.ts";
import { afterAdminLogIn, ROUTE } from "../routes.ts";
import { isLoading, logInAdmin } from "../state/auth-attempts.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { adminText as text } from "./admin-text.ts";

const CODE_LENGTH = 6;

/** The desk's own log-in: password and authenticator code at once. It ends any other session of this browser. */
export function AdminLogInPage() {
  useSignals();
  const [, navigate] = useLocation();
  const search = useSearch();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const { shown, onTyped, form } = useTypedError();
  const isComplete = email.trim() !== "" && password.trim() !== "" && code.length === CODE_LENGTH;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || isLoading.peek()) return;
    if (await logInAdmin({ email: email.trim(), password, code })) navigate(afterAdminLogIn(search));
  }

  const isAboutEmail = shown?.field === "email";
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
        <Field
          label={text.email}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={isAboutEmail ? shown.message : null}
        />
        <PasswordField
          label={text.password}
          name="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Field
          label={text.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="num"
          value={code}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, "").slice(0, CODE_LENGTH))}
          error={shown && !isAboutEmail ? shown.message : null}
        />
        <Button type="submit" variant="accent" size="form" isWide disabled={!isComplete} isLoading={isLoading.value}>
          {text.submit}
        </Button>
      </AuthForm>
    </AuthLayout>
  );
}
