import { useEffect, useEffectEvent, useState } from "react";
import { SECOND_FACTOR } from "../../worker/contract/limits.ts";
import { ApiError, requestIdOf, type User } from "../state/api.ts";
import { codeProblemOf, isCodeRefused } from "../state/code-problem.ts";
import { type Problem, problemOf, useSubmit } from "../state/use-submit.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { DigitsField } from "../ui/fields/digits-field.tsx";
import { PasswordField } from "../ui/fields/password-field.tsx";
import { Text } from "../ui/layout.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { AuthenticatorKey } from "./authenticator-key.tsx";
import { RecoveryCodesDialog } from "./recovery-codes.tsx";
import { confirmTotp, type Enrolment, enrolTotp } from "./security-calls.ts";
import { securityText } from "./security-text.ts";

const text = securityText.enrol;

/** The stage of the enrolment. `asks` requires the password first; with `codes` the second factor is on. */
type Stage =
  | { name: "loading" }
  | { name: "failed"; requestId: string | null }
  | { name: "asks" }
  | { name: "key"; enrolment: Enrolment }
  | { name: "codes"; codes: readonly string[] };

/**
 * Turns the second factor on: the key for the authenticator, one of its codes, then the recovery codes, which must be
 * saved.
 */
export function EnrolDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const [stage, setStage] = useState<Stage>({ name: "loading" });
  const {
    submit: begin,
    isSending,
    problem,
    setProblem,
  } = useSubmit<string | undefined, Enrolment>({
    send: enrolTotp,
    onDone: (enrolment) => setStage({ name: "key", enrolment }),
    explain(error) {
      const isPasswordRequired = error instanceof ApiError && error.code === "step_up_required";
      if (stage.name === "asks" && !isPasswordRequired) return problemOf(error, text.failedDetail);
      setStage(isPasswordRequired ? { name: "asks" } : { name: "failed", requestId: requestIdOf(error) });
      return null;
    },
  });

  // Once, also where effects run twice, as one is sent at a time: a second key would invalidate the first.
  const beginAtOnce = useEffectEvent(() => void begin(undefined));
  useEffect(() => beginAtOnce(), []);

  if (stage.name === "codes") return <RecoveryCodesDialog codes={stage.codes} email={person.email} onClose={onClose} />;
  if (stage.name === "key") {
    const showCodes = (codes: readonly string[]) => setStage({ name: "codes", codes });
    return <EnrolKeyStep enrolment={stage.enrolment} onConfirmed={showCodes} onClose={onClose} />;
  }
  if (stage.name === "asks") {
    return (
      <PasswordStep
        problem={problem}
        isSending={isSending}
        onType={() => setProblem(null)}
        onPassword={(password) => void begin(password)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={text.title} onClose={onClose}>
      {stage.name === "failed" && !isSending ? (
        <ErrorState
          title={text.failed}
          text={text.failedDetail}
          requestId={stage.requestId}
          onRetry={() => void begin(undefined)}
        />
      ) : (
        <Loading label={text.preparing}>
          <Skeleton width="100%" height={360} />
        </Loading>
      )}
    </Dialog>
  );
}

type PasswordStepProps = {
  problem: Problem | null;
  isSending: boolean;
  onType: () => void;
  onPassword: (password: string) => void;
  onClose: () => void;
};

/** Asks for the password when the log-in is some time ago. */
function PasswordStep({ problem, isSending, onType, onPassword, onClose }: PasswordStepProps) {
  const [password, setPassword] = useState("");

  return (
    <DialogForm
      title={text.title}
      lead={text.passwordWhy}
      cancel={text.cancel}
      submit={text.goOn}
      isComplete={password !== ""}
      isBusy={isSending}
      onSubmit={() => onPassword(password)}
      onChange={onType}
      onClose={onClose}
    >
      <PasswordField
        data-autofocus=""
        label={text.password}
        name="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={problem?.message}
      />
    </DialogForm>
  );
}

type KeyStepProps = {
  enrolment: Enrolment;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

/** Shows the key and asks for a code generated from it. */
function EnrolKeyStep({ enrolment, onConfirmed, onClose }: KeyStepProps) {
  const [code, setCode] = useState("");
  const {
    submit: confirm,
    isSending,
    errorOf,
    formError,
    setProblem,
  } = useSubmit({
    send: confirmTotp,
    onDone: onConfirmed,
    explain(error) {
      if (isCodeRefused(error)) setCode("");
      return codeProblemOf(error, text.confirmFailed);
    },
    fields: ["code"],
  });
  const isComplete = code.length === SECOND_FACTOR.codeLength;

  function type(value: string) {
    setCode(value);
    setProblem(null);
  }

  return (
    <DialogForm
      title={text.title}
      note={text.step(1)}
      cancel={text.cancel}
      submit={text.confirm}
      isComplete={isComplete}
      isBusy={isSending}
      problem={formError}
      onSubmit={() => void confirm(code)}
      onClose={onClose}
    >
      <AuthenticatorKey secret={enrolment.secret} otpauthUrl={enrolment.otpauthUrl} />
      <Text tone="muted">{text.enterCode}</Text>
      <DigitsField
        label={text.code}
        hint={text.hold}
        length={SECOND_FACTOR.codeLength}
        value={code}
        readOnly={isSending}
        onDigits={type}
        error={errorOf("code")}
      />
    </DialogForm>
  );
}
