import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type FormEvent, useState } from "react";
import { VERIFICATION_CODE } from "../../worker/contract/limits.ts";
import { clearError, error, verifyEmail } from "../state/auth-attempts.ts";
import { leaveFlash } from "../state/flash.ts";
import { pendingVerification } from "../state/pending-verification.ts";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { CodeBoxes, emptyCode } from "../ui/code-boxes.tsx";
import { MailAddress } from "../ui/mail-address.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { type } from "../ui/theme.ts";
import { AuthForm, AuthLayout } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";
import { ResendCode } from "./resend-code.tsx";

const Notice = styled("p")`
  ${type.dense}
  color: var(--muted);
`;

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
      lead={
        <>
          {text.sentTo}{" "}
          {pending ? (
            <b>
              <MailAddress of={pending.email} />
            </b>
          ) : (
            text.sentToUnknown
          )}
        </>
      }
      other={
        <>
          {text.other} <TextLink href={ROUTE.signUp}>{text.otherLink}</TextLink>
        </>
      }
    >
      <AuthForm onSubmit={submit}>
        <CodeBoxes
          // A new key after a failure remounts the boxes with the same characters, so that the first one takes the
          // focus again.
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
        <Notice>
          {text.notice}
          <br />
          {text.lifetime}
        </Notice>
        <Button
          type="submit"
          variant="accent"
          size="large"
          isWide
          disabled={characters.includes("")}
          isLoading={isVerifying}
        >
          {isVerifying ? text.submitting : text.submit}
        </Button>
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
