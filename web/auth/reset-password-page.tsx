import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { PASSWORD_RESET } from "../../worker/contract/limits.ts";
import { clearError, error, faultOfResetLink, resetPassword } from "../state/auth-attempts.ts";
import { ROUTE } from "../state/routes.ts";
import { sessionText } from "../state/session-text.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { PasswordMeter } from "../ui/password-meter.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { toast } from "../ui/toaster.tsx";
import { AuthForm, AuthLayout } from "./auth-layout.tsx";
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
      other={<TextLink href={ROUTE.login}>{text.back}</TextLink>}
    >
      <ButtonLink href={ROUTE.forgotPassword} variant="accent" size="form" isWide>
        {text.askForNew}
      </ButtonLink>
    </AuthLayout>
  );
}

function NewPassword({ token }: { token: string }) {
  useSignals();
  const [, navigate] = useLocation();
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const [isMismatch, setIsMismatch] = useState(false);
  const [stage, setStage] = useState<"typing" | "resetting" | "done">("typing");
  const [hasTried, setHasTried] = useState(false);

  const isComplete = password !== "" && repeated !== "";

  useEffect(() => {
    if (stage !== "done") return;
    const timer = setTimeout(() => navigate(ROUTE.login), PASSWORD_RESET.redirectAfterMs);
    return () => clearTimeout(timer);
  }, [stage, navigate]);

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
      other={
        <>
          {text.other} <TextLink href={ROUTE.forgotPassword}>{text.otherLink}</TextLink>
        </>
      }
    >
      <AuthForm onSubmit={submit} onChange={onTyped}>
        <div>
          <PasswordField
            label={authText.fields.newPassword}
            name="new-password"
            autoComplete="new-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={hasTried ? error.value?.message : null}
          />
          <PasswordMeter password={password} />
        </div>
        <PasswordField
          label={authText.fields.confirmPassword}
          name="confirm-password"
          autoComplete="new-password"
          required
          value={repeated}
          onChange={(event) => setRepeated(event.target.value)}
          error={isMismatch ? text.mismatch : null}
        />
        <Button
          type="submit"
          variant="accent"
          size="form"
          isWide
          disabled={stage === "done" || !isComplete}
          isLoading={stage === "resetting"}
        >
          {stage === "resetting" ? text.submitting : text.submit}
        </Button>
      </AuthForm>
    </AuthLayout>
  );
}
