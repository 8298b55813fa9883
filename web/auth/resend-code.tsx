import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { VERIFICATION_CODE } from "../../worker/contract/limits.ts";
import { message, resendCode } from "../state/auth-attempts.ts";
import { keepPendingVerification, pendingVerification } from "../state/pending-verification.ts";
import { Button } from "../ui/button.tsx";
import { InlineCountdown } from "../ui/countdown-ring.tsx";
import { type } from "../ui/theme.ts";
import { toast } from "../ui/toaster.tsx";
import { useNow } from "../ui/use-now.ts";
import { authText } from "./auth-text.ts";

const Line = styled("div")`
  ${type.body}
  display: flex;
  align-items: center;
  justify-content: center;
  min-height: 44px;
  margin-top: 8px;
  color: var(--muted);
  & b {
    color: var(--text);
    font-weight: 500;
  }
`;

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
    <Line>
      {isOver ? (
        <Button variant="plain" isLoading={isSending} onClick={() => void resend()}>
          {text.resend}
        </Button>
      ) : (
        <InlineCountdown label={text.wait} endsAtMs={allowedAtMs} lengthMs={resendAfterMs} />
      )}
    </Line>
  );
}
