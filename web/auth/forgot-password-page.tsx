import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useState } from "react";
import { forgotPassword, isLoading } from "../state/auth-attempts.ts";
import { ROUTE } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { AuthForm, AuthLayout, OtherPage } from "./auth-layout.tsx";
import { authText } from "./auth-text.ts";

const text = authText.forgot;

/** Requests a reset link. The confirmation is the same for every outcome, so it reveals no account. */
export function ForgotPasswordPage() {
  useSignals();
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isLoading.peek()) return;
    await forgotPassword(email.trim());
    setSentTo(email.trim());
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
      <AuthForm submit={text.submit} isComplete={email.trim() !== ""} isBusy={isLoading.value} onSubmit={submit}>
        <EmailField
          label={authText.fields.email}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </AuthForm>
    </AuthLayout>
  );
}
