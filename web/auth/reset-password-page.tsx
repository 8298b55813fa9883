import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { PASSWORD_RESET } from "../../worker/contract/limits.ts";
import { clearError, error, faultOfResetLink, resetPassword } from "../state/auth-attempts.ts";
import { ROUTE } from "../state/routes.ts";
import { sessionText } from "../state/session-text.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { NewPasswordField } from "../ui/new-password-field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { toast } from "../ui/toaster.tsx";
import { AuthForm, AuthLayout, OtherPage } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";

const text = authText.reset;

/** Sets a new password with the token of a valid mailed link, then redirects to the log-in page. */
export function ResetPasswordPage({ token }: { token: string }) {
  // Undefined while the link is being checked.
  const [fault, setFault] = useState<string | null>();

  useEffect(() => {
    let isCurrent = true;
    void faultOfResetLink(token).then((found) => isCurrent && setFault(found));
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
  useSignals();
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const [isMismatch, setIsMismatch] = useState(false);
  const [stage, setStage] = useState<"typing" | "resetting" | "done">("typing");
  const [hasTried, setHasTried] = useState(false);

  const isComplete = password !== "" && repeated !== "";
  useRedirectToLogIn(stage === "done");

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (stage !== "typing" || !isComplete) return;
    if (password !== repeated) {
      setIsMismatch(true);
      return;
    }
    setStage("resetting");
    setHasTried(true);
    if (await resetPassword(token, password)) {
      toast.success(text.done);
      setStage("done");
    } else {
      toast.error(error.peek()?.message ?? sessionText.resetFailed);
      setStage("typing");
    }
  }

  function onTyped() {
    setIsMismatch(false);
    clearError();
  }

  return (
    <AuthLayout
      title={text.title}
      lead={text.lead}
      other={<OtherPage question={text.other} href={ROUTE.forgotPassword} label={text.otherLink} />}
    >
      <AuthForm
        submit={stage === "resetting" ? text.submitting : text.submit}
        isComplete={isComplete && stage !== "done"}
        isBusy={stage === "resetting"}
        onSubmit={submit}
        onChange={onTyped}
      >
        <NewPasswordField
          label={authText.fields.newPassword}
          name="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={hasTried ? error.value?.message : null}
        />
        <PasswordField
          label={authText.fields.confirmPassword}
          name="confirm-password"
          autoComplete="new-password"
          required
          value={repeated}
          onChange={(event) => setRepeated(event.target.value)}
          error={isMismatch ? text.mismatch : null}
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
