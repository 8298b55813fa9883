import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type FormEvent, useEffect, useState } from "react";
import type { User } from "../../api.ts";
import { useTypedError } from "../../auth/use-typed-error.ts";
import { isLoading, logInAdmin } from "../../state/auth-attempts.ts";
import { goAway, type SessionEnd, sessionEnd, sessionsResumed } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { type } from "../../ui/theme.ts";
import { beat } from "./desk-beat.ts";
import { DESK_TEXT } from "./desk-text.ts";
import { forgetUnsent, heldActs } from "./held-acts.ts";
import { noteStepUpConfirmed } from "./step-up.ts";

const Words = styled("div")`
  ${type.body}
  display: grid;
  gap: 8px;
  margin-bottom: 16px;
  color: var(--muted);
  & > ul {
    ${type.dense}
    padding: 8px 12px;
    background: var(--raised);
    border-radius: var(--radius-control);
  }
  & b {
    color: var(--text);
    font-weight: 500;
  }
`;

const Form = styled("form")`
  display: grid;
  gap: 16px;
`;

const text = DESK_TEXT.logInAgain;
const CODE_LENGTH = 6;
const TYPED_INTO = "input, textarea, select";

/**
 * Asks for a log-in over the page when the session has ended. The page stays as it is behind it, and nothing of it can be
 * read or pressed. When the same admin logs in, the page continues as it was; for another admin it is loaded again.
 */
export function LogInAgain({ admin }: { admin: User }) {
  useSignals();
  const ended = sessionEnd.value;
  useEffect(
    () =>
      sessionsResumed.subscribe((count) => {
        // What could not be refreshed in between is, now.
        if (count > 0) void beat();
      }),
    [],
  );
  return ended && <LogInDialog admin={admin} ended={ended} />;
}

function LogInDialog({ admin, ended }: { admin: User; ended: SessionEnd }) {
  useSignals();
  const [email, setEmail] = useState(admin.email);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  // It opens by itself: what somebody is typing at that moment must not go on in a field of it.
  const [isTypedElsewhere] = useState(() => document.activeElement?.matches(TYPED_INTO) === true);
  const { shown, onTyped, form } = useTypedError();
  const unsent = heldActs.value.filter(({ state }) => state === "unsent");
  const isComplete = email.trim() !== "" && password !== "" && code.length === CODE_LENGTH;
  const isAboutEmail = shown?.field === "email";

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || isLoading.peek()) return;
    // Its code is as good as one for acts on money.
    if (await logInAdmin({ email: email.trim(), password, code })) noteStepUpConfirmed();
  }

  function leave() {
    forgetUnsent();
    goAway();
  }

  return (
    <Dialog
      title={text.title}
      width="narrow"
      describedBy="log-in-again-why"
      coversPage
      keepsOnScrim
      onClose={null}
      actions={
        <>
          <Button disabled={isLoading.value} onClick={leave}>
            {unsent.length > 0 ? text.leaveUnsent : text.leave}
          </Button>
          <Button type="submit" form="log-in-again" variant="accent" disabled={!isComplete} isLoading={isLoading.value}>
            {text.submit}
          </Button>
        </>
      }
    >
      <Words id="log-in-again-why">
        <p>
          {text.why[ended]} {text.kept}
        </p>
        {unsent.length > 0 && (
          <>
            <p>{text.unsent(unsent.length)}</p>
            <ul>
              {unsent.map(({ key, what, whom }) => (
                <li key={key}>
                  <b>{what}</b>, {whom}
                </li>
              ))}
            </ul>
          </>
        )}
      </Words>
      <Form id="log-in-again" ref={form} onSubmit={submit} onChange={onTyped}>
        <Field
          label={text.email}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          error={isAboutEmail ? shown.message : null}
        />
        <PasswordField
          {...(isTypedElsewhere ? {} : { "data-autofocus": "" })}
          label={text.password}
          name="password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Field
          label={text.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="num"
          value={code}
          onChange={({ target }) => setCode(target.value.replace(/\D/g, "").slice(0, CODE_LENGTH))}
          error={shown && !isAboutEmail ? shown.message : null}
        />
      </Form>
    </Dialog>
  );
}
