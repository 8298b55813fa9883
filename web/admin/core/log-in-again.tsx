import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { User } from "../../state/api.ts";
import { goAway, type SessionEnd, sessionEnd, sessionsResumed } from "../../state/session.ts";
import { DialogForm } from "../../ui/dialog/dialog-form.tsx";
import { Box, Stack, Text } from "../../ui/layout.tsx";
import { AdminLogInFields, useAdminLogIn } from "./admin-log-in-form.tsx";
import { pollNow } from "./admin-polling.ts";
import { ADMIN_TEXT } from "./admin-text.ts";
import { pendingActions } from "./pending-actions.ts";
import { noteStepUpConfirmed } from "./step-up.ts";

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

  return (
    <DialogForm
      {...logIn.form}
      title={text.title}
      width="narrow"
      coversPage
      lead={
        <Stack gap={8}>
          <p>
            {text.why[ended]} {text.kept}
          </p>
          {unsent.length > 0 && (
            <>
              <p>{text.unsent(unsent.length)}</p>
              <Box as="ul" pad="8px 12px" surface="raised" radius="control" size="dense">
                {unsent.map(({ key, label, traderName }) => (
                  <li key={key}>
                    <Text as="b" tone="text" weight={500}>
                      {label}
                    </Text>
                    , {traderName}
                  </li>
                ))}
              </Box>
            </>
          )}
        </Stack>
      }
      cancel={unsent.length > 0 ? text.leaveUnsent : text.leave}
      submit={text.submit}
      isComplete={logIn.isComplete}
      isBusy={logIn.isBusy}
      onClose={null}
      onCancel={goAway}
    >
      <AdminLogInFields logIn={logIn} labels={text} focusesPassword={!isTypedElsewhere} />
    </DialogForm>
  );
}
