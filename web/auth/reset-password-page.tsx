import { type FormEvent, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { PASSWORD_RESET } from "../../worker/contract/limits.ts";
import { ApiError } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { NewPasswordField } from "../ui/fields/new-password-field.tsx";
import { PasswordField } from "../ui/fields/password-field.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { toast } from "../ui/toast/toast.ts";
import { checkResetLink, resetPassword } from "./auth-calls.ts";
import { AuthForm, AuthLayout, OtherPage } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";

const text = authText.reset;

/** Sets a new password with the token of a valid mailed link, then redirects to the log-in page. */
export function ResetPasswordPage({ token }: { token: string }) {
  // Undefined while the link is being checked.
  const [fault, setFault] = useState<string | null>();

  useEffect(() => {
    let isCurrent = true;
    void faultOf(token).then((found) => isCurrent && setFault(found));
    return () => {
      isCurrent = false;
    };
  }, [token]);

  if (fault === undefined) {
    return (
      <AuthLayout title={text.title}>
        <SpinnerBlock label={text.checking} />
      </AuthLayout>
    );
  }
  return fault === null ? <NewPassword token={token} /> : <DeadLink fault={fault} />;
}

/** @returns why a reset link is invalid; null for a valid one, and if the check failed */
async function faultOf(token: string): Promise<string | null> {
  try {
    await checkResetLink(token);
  } catch (error) {
    if (error instanceof ApiError && error.code === "invalid_reset_token") return error.message;
    // If the check fails, submitting the form reports the problem.
    console.warn("reset link not checked", error);
  }
  return null;
}

/** Explains that the link is no longer valid and offers a new one. */
function DeadLink({ fault }: { fault: string }) {
  return (
    <AuthLayout
      title={text.deadTitle}
      lead={<span role="alert">{fault}</span>}
      other={<OtherPage href={ROUTE.login} label={text.back} />}
    >
      <ButtonLink href={ROUTE.forgotPassword} variant="accent" size="form" isWide>
        {text.askForNew}
      </ButtonLink>
    </AuthLayout>
  );
}

function NewPassword({ token }: { token: string }) {
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const [isDone, setIsDone] = useState(false);
  const { submit, isSending, errorOf, formError, setProblem } = useSubmit({
    send: resetPassword,
    onDone() {
      toast.success(text.done);
      setIsDone(true);
    },
    explain(error) {
      const problem = problemOf(error, text.failed);
      toast.error(problem.message);
      return problem;
    },
    fields: ["repeated"],
  });
  const isComplete = password !== "" && repeated !== "" && !isDone;
  useRedirectToLogIn(isDone);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete) return;
    if (password === repeated) void submit({ token, password });
    else setProblem({ field: "repeated", message: text.mismatch });
  }

  return (
    <AuthLayout
      title={text.title}
      lead={text.lead}
      other={<OtherPage question={text.other} href={ROUTE.forgotPassword} label={text.otherLink} />}
    >
      <AuthForm
        submit={isSending ? text.submitting : text.submit}
        isComplete={isComplete}
        isBusy={isSending}
        onSubmit={onSubmit}
        onChange={() => setProblem(null)}
      >
        <NewPasswordField
          label={authText.fields.newPassword}
          name="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={formError}
        />
        <PasswordField
          label={authText.fields.confirmPassword}
          name="confirm-password"
          autoComplete="new-password"
          required
          value={repeated}
          onChange={(event) => setRepeated(event.target.value)}
          error={errorOf("repeated")}
        />
      </AuthForm>
    </AuthLayout>
  );
}

/** Leaves for the log-in page a moment after the password was set, so that the confirmation can be read. */
function useRedirectToLogIn(isDone: boolean): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => navigate(ROUTE.login), PASSWORD_RESET.redirectAfterMs);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
}
