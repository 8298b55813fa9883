import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useState } from "react";
import { useTypedError } from "../../auth/use-typed-error.ts";
import { isLoading, logInAdmin } from "../../state/auth-attempts.ts";
import { Field } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";

const CODE_LENGTH = 6;

type LogInForm = ReturnType<typeof useAdminLogIn>;

/**
 * State of the admin log-in: e-mail address, password and authenticator code in one form.
 * @param given.email the initial e-mail address
 * @param given.onLoggedIn called after a successful log-in
 */
export function useAdminLogIn(given: { email?: string; onLoggedIn: () => void }) {
  useSignals();
  const [typed, setTyped] = useState({ email: given.email ?? "", password: "", code: "" });
  const { shown, onTyped, form } = useTypedError();
  const email = typed.email.trim();
  const isComplete = email !== "" && typed.password !== "" && typed.code.length === CODE_LENGTH;

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || isLoading.peek()) return;
    if (await logInAdmin({ ...typed, email })) given.onLoggedIn();
  }

  const set = (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change }));
  return { typed, set, shown, isComplete, isBusy: isLoading.value, form: { ref: form, onSubmit, onChange: onTyped } };
}

/** The fields of the log-in form. @param props.focusesPassword the dialog starts in the password field */
export function AdminLogInFields(props: {
  logIn: LogInForm;
  labels: { email: string; password: string; code: string };
  focusesPassword?: boolean;
}) {
  const { typed, set, shown } = props.logIn;
  const isAboutEmail = shown?.field === "email";
  return (
    <>
      <Field
        label={props.labels.email}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.email}
        onChange={({ target }) => set({ email: target.value })}
        error={isAboutEmail ? shown.message : null}
      />
      <PasswordField
        {...(props.focusesPassword ? { "data-autofocus": "" } : {})}
        label={props.labels.password}
        name="password"
        value={typed.password}
        onChange={({ target }) => set({ password: target.value })}
      />
      <Field
        label={props.labels.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        className="num"
        value={typed.code}
        onChange={({ target }) => set({ code: target.value.replace(/\D/g, "").slice(0, CODE_LENGTH) })}
        error={shown && !isAboutEmail ? shown.message : null}
      />
    </>
  );
}
