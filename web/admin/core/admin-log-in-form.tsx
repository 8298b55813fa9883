import { type FormEvent, useState } from "react";
import { codeProblemOf, isCodeRefused } from "../../state/code-problem.ts";
import { useSubmit } from "../../state/use-submit.ts";
import { DigitsField } from "../../ui/fields/digits-field.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { logInAdmin } from "./admin-calls.ts";
import { ADMIN_TEXT } from "./admin-text.ts";

const CODE_LENGTH = 6;

type LogInForm = ReturnType<typeof useAdminLogIn>;

/**
 * State of the admin log-in: e-mail address, password and authenticator code in one form.
 * @param given.email the initial e-mail address
 * @param given.onLoggedIn called after a successful log-in
 */
export function useAdminLogIn(given: { email?: string; onLoggedIn: () => void }) {
  const [typed, setTyped] = useState({ email: given.email ?? "", password: "", code: "" });
  const email = typed.email.trim();
  const isComplete = email !== "" && typed.password !== "" && typed.code.length === CODE_LENGTH;

  const { submit, isSending, errorOf, formError, setProblem } = useSubmit({
    send: logInAdmin,
    onDone: given.onLoggedIn,
    explain(error) {
      // The next try needs the code of another time.
      if (isCodeRefused(error)) set({ code: "" });
      return codeProblemOf(error, ADMIN_TEXT.logInAgain.failed);
    },
    fields: ["email"],
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) void submit({ ...typed, email });
  }

  const set = (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change }));
  return {
    typed,
    set,
    errorOf,
    formError,
    isComplete,
    isBusy: isSending,
    form: { onSubmit, onChange: () => setProblem(null) },
  };
}

/** The fields of the log-in form. @param props.focusesPassword the dialog starts in the password field */
export function AdminLogInFields(props: {
  logIn: LogInForm;
  labels: { email: string; password: string; code: string };
  focusesPassword?: boolean;
}) {
  const { typed, set, errorOf, formError } = props.logIn;
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
        error={errorOf("email")}
      />
      <PasswordField
        {...(props.focusesPassword ? { "data-autofocus": "" } : {})}
        label={props.labels.password}
        name="password"
        value={typed.password}
        onChange={({ target }) => set({ password: target.value })}
      />
      <DigitsField
        label={props.labels.code}
        length={CODE_LENGTH}
        value={typed.code}
        onDigits={(code) => set({ code })}
        error={formError}
      />
    </>
  );
}
