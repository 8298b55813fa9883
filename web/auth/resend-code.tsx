import { useState } from "react";
import { VERIFICATION_CODE } from "../../worker/contract/limits.ts";
import { ApiError } from "../state/api.ts";
import { keepPendingVerification, pendingVerification } from "../state/pending-verification.ts";
import { type Problem, problemOf, useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { InlineCountdown } from "../ui/countdown-ring.tsx";
import { Row } from "../ui/layout.tsx";
import { toast } from "../ui/toast.ts";
import { useNow } from "../ui/use-now.ts";
import { resendCode } from "./auth-calls.ts";
import { authText } from "./auth-text.ts";

const { resendAfterMs } = VERIFICATION_CODE;
const text = authText.verify;

type ResendCodeProps = {
  /** When the first code was sent, epoch ms; null where this browser does not know. */
  firstSentAtMs: number | null;
  /** Whether the code before cannot be used any more. */
  isNeeded: boolean;
  onSent: () => void;
  /** Called with null when a new code is requested, and with the problem if none was sent. */
  onProblem: (problem: Problem | null) => void;
};

/** Requests another code, at most once a minute; shows a countdown until then. */
export function ResendCode({ firstSentAtMs, isNeeded, onSent, onProblem }: ResendCodeProps) {
  const [allowedAtMs, setAllowedAtMs] = useState(firstSentAtMs === null ? 0 : firstSentAtMs + resendAfterMs);
  const [isOver, setIsOver] = useState(allowedAtMs <= Date.now());
  const now = useNow(isOver ? null : 1_000);
  if (!isOver && now >= allowedAtMs) setIsOver(true);

  function waitUntil(atMs: number) {
    setAllowedAtMs(atMs);
    setIsOver(atMs <= Date.now());
  }

  const { submit, isSending } = useSubmit({
    send: resendCode,
    onDone(message) {
      const nowMs = Date.now();
      const pending = pendingVerification();
      if (pending) keepPendingVerification({ ...pending, codeSentAtMs: nowMs });
      if (message) toast.success(message);
      waitUntil(nowMs + resendAfterMs);
      onSent();
    },
    explain(error) {
      if (error instanceof ApiError && error.retryAfterS !== undefined) {
        waitUntil(Date.now() + error.retryAfterS * 1_000);
      }
      // It is shown where a wrong code is.
      onProblem(problemOf(error, text.resendFailed));
      return null;
    },
  });

  function resend() {
    onProblem(null);
    void submit();
  }

  return (
    <Row justify="center" minHeight={44} margin="8px 0 0" tone="muted">
      {isOver ? (
        <Button
          variant={isNeeded ? "accent" : "plain"}
          size={isNeeded ? "form" : "normal"}
          isWide={isNeeded}
          isLoading={isSending}
          onClick={resend}
        >
          {text.resend}
        </Button>
      ) : (
        <InlineCountdown label={text.wait} endsAtMs={allowedAtMs} lengthMs={resendAfterMs} />
      )}
    </Row>
  );
}
