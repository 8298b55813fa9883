import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useState } from "react";
import { forgotPassword, isLoading } from "../state/auth-attempts.ts";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Field } from "../ui/field.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { AuthForm, AuthLayout } from "./auth-layout.tsx";
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
    <AuthLayout title={text.title} lead={text.lead} other={<TextLink href={ROUTE.login}>{text.back}</TextLink>}>
      <AuthForm onSubmit={submit}>
        <Field
          label={authText.fields.email}
          type="email"
          name="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button
          type="submit"
          variant="accent"
          size="form"
          isWide
          disabled={email.trim() === ""}
          isLoading={isLoading.value}
        >
          {text.submit}
        </Button>
      </AuthForm>
    </AuthLayout>
  );
}
