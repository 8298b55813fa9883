import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useState } from "react";
import { VERIFICATION_CODE } from "../../worker/contract/limits.ts";
import { clearError, error, verifyEmail } from "../state/auth-attempts.ts";
import { leaveFlash } from "../state/flash.ts";
import { pendingVerification } from "../state/pending-verification.ts";
import { ROUTE } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { CodeBoxes, emptyCode } from "../ui/code-boxes.tsx";
import { Text } from "../ui/layout.tsx";
import { MailAddress } from "../ui/mail-address.tsx";
import { AuthForm, AuthLayout, OtherPage } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";
import { ResendCode } from "./resend-code.tsx";

const text = authText.verify;

/** Asks for the mailed code in six boxes and submits it at the last character. */
export function VerifyEmailPage() {
  useSignals();
  const [pending] = useState(pendingVerification);
  const [characters, setCharacters] = useState(emptyCode);
  const [isVerifying, setIsVerifying] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const [failures, setFailures] = useState(0);

  async function verify(code: string) {
    if (isVerifying || code.length < VERIFICATION_CODE.length) return;
    setIsVerifying(true);
    setHasTried(true);
    if (await verifyEmail(code)) {
      leaveFlash({ kind: "success", text: text.done });
      location.assign(ROUTE.landing);
    } else {
      setIsVerifying(false);
      setFailures(failures + 1);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void verify(characters.join(""));
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
        onSubmit={submit}
      >
        <CodeBoxes
          // Mounted again after a failure, with the same characters, so that the first box takes the focus.
          key={failures}
          label={text.boxes}
          characters={characters}
          onChange={(next) => {
            setCharacters(next);
            clearError();
          }}
          onComplete={(code) => void verify(code)}
          error={hasTried ? error.value?.message : null}
          disabled={isVerifying}
          isFocusedFirst
        />
        <Text size="dense" tone="muted">
          {text.notice}
          <br />
          {text.lifetime}
        </Text>
      </AuthForm>
      {hasTried && error.value?.code === "not_signed_in" ? (
        // The sign-up session is too old for another code; logging in sends one.
        <ButtonLink href={ROUTE.login} size="form" isWide>
          {text.logIn}
        </ButtonLink>
      ) : (
        <ResendCode firstSentAtMs={pending?.codeSentAtMs ?? null} onRequested={() => setHasTried(true)} />
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
