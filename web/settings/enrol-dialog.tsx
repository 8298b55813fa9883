import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError, requestIdOf, type User } from "../state/api.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { EnrolCodesStep } from "./enrol-codes-step.tsx";
import { EnrolKeyStep } from "./enrol-key-step.tsx";
import { EnrolPasswordStep } from "./enrol-password-step.tsx";
import { type Enrolment, enrolTotp, type Problem, problemOf } from "./security-calls.ts";
import { securityText } from "./security-text.ts";

const text = securityText.enrol;

/** The stage of the enrolment. `asks` requires the password first; with `codes` the second factor is on. */
type Stage =
  | { name: "loading" }
  | { name: "failed"; requestId: string | null }
  | { name: "asks"; problem: Problem | null; isSending: boolean }
  | { name: "key"; enrolment: Enrolment }
  | { name: "codes"; codes: readonly string[] };

/**
 * Turns the second factor on: the key for the authenticator, one of its codes, then the recovery codes, which must be
 * saved.
 */
export function EnrolDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const [stage, setStage] = useState<Stage>({ name: "loading" });
  const hasBegun = useRef(false);

  async function begin(password?: string) {
    setStage(password === undefined ? { name: "loading" } : { name: "asks", problem: null, isSending: true });
    try {
      setStage({ name: "key", enrolment: await enrolTotp(password) });
    } catch (caught) {
      const isPasswordRequired = caught instanceof ApiError && caught.code === "step_up_required";
      if (isPasswordRequired) setStage({ name: "asks", problem: null, isSending: false });
      else if (password === undefined) setStage({ name: "failed", requestId: requestIdOf(caught) });
      else setStage({ name: "asks", problem: problemOf(caught, text.failedDetail), isSending: false });
    }
  }

  const beginOnce = useEffectEvent(() => {
    // A second key would invalidate the first.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void begin();
  });
  useEffect(() => beginOnce(), []);

  if (stage.name === "codes") return <EnrolCodesStep codes={stage.codes} email={person.email} onClose={onClose} />;
  if (stage.name === "key") {
    const showCodes = (codes: readonly string[]) => setStage({ name: "codes", codes });
    return <EnrolKeyStep enrolment={stage.enrolment} onConfirmed={showCodes} onClose={onClose} />;
  }
  if (stage.name === "asks") {
    return <EnrolPasswordStep {...stage} onPassword={(password) => void begin(password)} onClose={onClose} />;
  }
  return (
    <Dialog title={text.title} onClose={onClose}>
      {stage.name === "failed" ? (
        <ErrorState
          title={text.failed}
          text={text.failedDetail}
          requestId={stage.requestId}
          onRetry={() => void begin()}
        />
      ) : (
        <Loading label={text.preparing}>
          <Skeleton width="100%" height={360} />
        </Loading>
      )}
    </Dialog>
  );
}
