import { type FormEvent, useState } from "react";
import { ROUTE } from "../state/routes.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { EmailField } from "../ui/fields/email-field.tsx";
import { forgotPassword } from "./auth-calls.ts";
import { AuthForm, AuthLayout, OtherPage, useFirstFocus } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";

const text = authText.forgot;

/** Requests a reset link. The confirmation is the same for every outcome, so it reveals no account. */
export function ForgotPasswordPage() {
  const firstField = useFirstFocus();
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);

  const { submit, isSending } = useSubmit({
    async send(address: string) {
      try {
        await forgotPassword(address);
      } finally {
        setSentTo(address);
      }
    },
    explain: (error) => problemOf(error, text.failed),
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(email.trim());
  }

  if (sentTo !== null) {
    return (
      <AuthLayout title={text.sentTitle} lead={text.sent(sentTo)}>
        <ButtonLink href={ROUTE.login} size="form" isWide>
          {text.back}
        </ButtonLink>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={text.title} lead={text.lead} other={<OtherPage href={ROUTE.login} label={text.back} />}>
      <AuthForm submit={text.submit} isComplete={email.trim() !== ""} isBusy={isSending} onSubmit={onSubmit}>
        <EmailField
          ref={firstField}
          label={authText.fields.email}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </AuthForm>
    </AuthLayout>
  );
}
