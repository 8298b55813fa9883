import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect, useState } from "react";
import type { User } from "../../state/api.ts";
import { goAway, type SessionEnd, sessionEnd, sessionsResumed } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { type } from "../../ui/theme.ts";
import { AdminLogInFields, useAdminLogIn } from "./admin-log-in-form.tsx";
import { pollNow } from "./admin-polling.ts";
import { ADMIN_TEXT } from "./admin-text.ts";
import { forgetUnsent, pendingActions } from "./pending-actions.ts";
import { noteStepUpConfirmed } from "./step-up.ts";

const Texts = styled("div")`
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

const text = ADMIN_TEXT.logInAgain;
const TYPED_INTO = "input, textarea, select";

/**
 * Shows a log-in dialog over the page when the session has ended. The page behind it is hidden and inert but keeps its
 * state. The same admin continues where they were; for another admin the page is loaded again.
 */
export function LogInAgain({ admin }: { admin: User }) {
  useSignals();
  const ended = sessionEnd.value;
  useEffect(
    () =>
      sessionsResumed.subscribe((count) => {
        // Polling stopped while the session was over: refetch now.
        if (count > 0) void pollNow();
      }),
    [],
  );
  return ended && <LogInDialog admin={admin} ended={ended} />;
}

function LogInDialog({ admin, ended }: { admin: User; ended: SessionEnd }) {
  useSignals();
  // The authenticator code of the log-in unlocks actions on money as well.
  const logIn = useAdminLogIn({ email: admin.email, onLoggedIn: noteStepUpConfirmed });
  // The dialog opens by itself: keys that are being typed elsewhere must not end up in the password field.
  const [isTypedElsewhere] = useState(() => document.activeElement?.matches(TYPED_INTO) === true);
  const unsent = pendingActions.value.filter(({ state }) => state === "unsent");

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
          <Button disabled={logIn.isBusy} onClick={leave}>
            {unsent.length > 0 ? text.leaveUnsent : text.leave}
          </Button>
          <Button
            type="submit"
            form="log-in-again"
            variant="accent"
            disabled={!logIn.isComplete}
            isLoading={logIn.isBusy}
          >
            {text.submit}
          </Button>
        </>
      }
    >
      <Texts id="log-in-again-why">
        <p>
          {text.why[ended]} {text.kept}
        </p>
        {unsent.length > 0 && (
          <>
            <p>{text.unsent(unsent.length)}</p>
            <ul>
              {unsent.map(({ key, label, traderName }) => (
                <li key={key}>
                  <b>{label}</b>, {traderName}
                </li>
              ))}
            </ul>
          </>
        )}
      </Texts>
      <Form id="log-in-again" {...logIn.form}>
        <AdminLogInFields logIn={logIn} labels={text} focusesPassword={!isTypedElsewhere} />
      </Form>
    </Dialog>
  );
}
