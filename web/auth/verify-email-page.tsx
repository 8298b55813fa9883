import { type FormEvent, useState } from "react";
import { VERIFICATION_CODE } from "../../worker/contract/limits.ts";
import { ApiError } from "../state/api.ts";
import { codeProblemOf, isCodeRefused } from "../state/code-problem.ts";
import { ROUTE } from "../state/routes.ts";
import { leaveFlash } from "../state/storage/flash.ts";
import { keepPendingVerification, pendingVerification } from "../state/storage/pending-verification.ts";
import { type Problem, problemOf, useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { InlineCountdown } from "../ui/countdown-ring.tsx";
import { CodeBoxes, emptyCode } from "../ui/fields/code-boxes.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { MailAddress } from "../ui/mail-address.tsx";
import { toast } from "../ui/toast/toast.ts";
import { useNow } from "../ui/use-now.ts";
import { resendCode, verifyEmail } from "./auth-calls.ts";
import { AuthForm, AuthLayout, OtherPage } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";

const text = authText.verify;

/**
 * Asks for the mailed code in six boxes and submits it at the last character. A refused code leaves the boxes, so that nothing
 * is sent before six other characters; one without an answer stays, and the button sends it again.
 */
export function VerifyEmailPage() {
  const [pending] = useState(pendingVerification);
  const [characters, setCharacters] = useState(emptyCode);
  const [attempt, setAttempt] = useState(0);
  const [isCodeSpent, setCodeSpent] = useState(false);
  const [isVerified, setIsVerified] = useState(false);
  const { submit, isSending, problem, setProblem } = useSubmit({
    send: verifyEmail,
    onDone() {
      setIsVerified(true);
      leaveFlash({ kind: "success", text: text.done });
      location.assign(ROUTE.landing);
    },
    explain(error) {
      if (isCodeRefused(error)) setCharacters(emptyCode());
      setAttempt(attempt + 1);
      if (error instanceof ApiError && error.triesLeft !== undefined) setCodeSpent(error.triesLeft === 0);
      return codeProblemOf(error, text.failed);
    },
  });

  // Until the browser has left the page, it looks as while it verifies.
  const isVerifying = isSending || isVerified;

  function verify(code: string) {
    if (!isVerifying && code.length === VERIFICATION_CODE.length) void submit(code);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    verify(characters.join(""));
  }

  return (
    <AuthLayout
      title={text.title}
      lead={<SentTo email={pending?.email} />}
      other={<OtherPage question={text.other} href={ROUTE.signUp} label={text.otherLink} />}
    >
      <AuthForm
        submit={isVerifying ? text.submitting : text.submit}
        size="large"
        isComplete={!characters.includes("")}
        isBusy={isVerifying}
        onSubmit={onSubmit}
      >
        <CodeBoxes
          // Mounted again for each attempt, so that the first box takes the focus.
          key={attempt}
          label={text.boxes}
          characters={characters}
          onChange={(next) => {
            setCharacters(next);
            setProblem(null);
          }}
          onComplete={verify}
          error={problem?.message}
          disabled={isVerifying}
          isFocusedFirst
        />
        <Text size="dense" tone="muted">
          {text.notice}
          <br />
          {text.lifetime}
        </Text>
      </AuthForm>
      {problem?.code === "not_signed_in" ? (
        // The sign-up session is too old for another code; logging in sends one.
        <ButtonLink href={ROUTE.login} size="form" isWide>
          {text.logIn}
        </ButtonLink>
      ) : (
        <ResendCode
          firstSentAtMs={pending?.codeSentAtMs ?? null}
          isNeeded={isCodeSpent}
          onSent={() => {
            setCodeSpent(false);
            setCharacters(emptyCode());
            setAttempt(attempt + 1);
          }}
          onProblem={setProblem}
        />
      )}
    </AuthLayout>
  );
}

/** Where the code was sent, as far as this browser knows. */
function SentTo({ email }: { email: string | undefined }) {
  if (email === undefined) return `${text.sentTo} ${text.sentToUnknown}`;
  return (
    <>
      {text.sentTo} <br />
      <Text as="b" tone="text" weight={500} breaks="anywhere">
        <MailAddress of={email} />
      </Text>
    </>
  );
}

const { resendAfterMs } = VERIFICATION_CODE;
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
function ResendCode({ firstSentAtMs, isNeeded, onSent, onProblem }: ResendCodeProps) {
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
