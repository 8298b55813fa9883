import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { VERIFICATION_CODE } from "../../worker/contract/limits.ts";
import { message, resendCode } from "../state/auth-attempts.ts";
import { keepPendingVerification, pendingVerification } from "../state/pending-verification.ts";
import { Button } from "../ui/button.tsx";
import { InlineCountdown } from "../ui/countdown-ring.tsx";
import { Row } from "../ui/layout.tsx";
import { toast } from "../ui/toaster.tsx";
import { useNow } from "../ui/use-now.ts";
import { authText } from "./auth-text.ts";

const { resendAfterMs } = VERIFICATION_CODE;
const text = authText.verify;

type ResendCodeProps = {
  /** When the first code was sent, epoch ms; null where this browser does not know. */
  firstSentAtMs: number | null;
  /** Called when a new code is requested: its result or error should become visible. */
  onRequested: () => void;
};

/** Requests another code, at most once a minute; shows a countdown until then. */
export function ResendCode({ firstSentAtMs, onRequested }: ResendCodeProps) {
  useSignals();
  const [allowedAtMs, setAllowedAtMs] = useState(firstSentAtMs === null ? 0 : firstSentAtMs + resendAfterMs);
  const [isSending, setIsSending] = useState(false);
  const [isOver, setIsOver] = useState(allowedAtMs <= Date.now());
  const now = useNow(isOver ? null : 1_000);
  if (!isOver && now >= allowedAtMs) setIsOver(true);

  function waitUntil(atMs: number) {
    setAllowedAtMs(atMs);
    setIsOver(atMs <= Date.now());
  }

  async function resend() {
    setIsSending(true);
    onRequested();
    const outcome = await resendCode();
    setIsSending(false);
    const nowMs = Date.now();
    if (outcome === "sent") {
      const pending = pendingVerification();
      if (pending) keepPendingVerification({ ...pending, codeSentAtMs: nowMs });
      if (message.value) toast.success(message.value);
      waitUntil(nowMs + resendAfterMs);
    } else if (outcome !== "refused") {
      waitUntil(nowMs + outcome.waitS * 1_000);
    }
  }

  return (
    <Row justify="center" minHeight={44} margin="8px 0 0" tone="muted">
      {isOver ? (
        <Button variant="plain" isLoading={isSending} onClick={() => void resend()}>
          {text.resend}
        </Button>
      ) : (
        <InlineCountdown label={text.wait} endsAtMs={allowedAtMs} lengthMs={resendAfterMs} />
      )}
    </Row>
  );
}
