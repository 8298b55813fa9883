import { useState } from "react";
import type { User } from "../state/api.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { KeyRound } from "../ui/icon.tsx";
import { ActionCards, ActionLine } from "./action-line.tsx";
import { ChangePasswordDialog } from "./change-password-dialog.tsx";
import { securityText } from "./security-text.ts";
import { SessionsCard } from "./sessions-card.tsx";
import { SetPasswordDialog } from "./set-password-dialog.tsx";

const text = securityText.password;

/** Immediate actions on the whole account: the password and the sessions. */
export function SecurityCards({ person }: { person: User }) {
  const [isChanging, setIsChanging] = useState(false);
  // A new password ends the other sessions, so the card is mounted again.
  const [changes, setChanges] = useState(0);
  const { hasPassword } = person.security;
  return (
    <ActionCards>
      <Card>
        <ActionLine title={text.title} why={hasPassword ? text.why : securityText.setPassword.hint}>
          <Button icon={KeyRound} onClick={() => setIsChanging(true)}>
            {hasPassword ? text.change : securityText.setPassword.title}
          </Button>
        </ActionLine>
      </Card>
      <SessionsCard key={changes} timeZone={person.timeZone} />
      {isChanging && !hasPassword && <SetPasswordDialog person={person} onClose={() => setIsChanging(false)} />}
      {isChanging && hasPassword && (
        <ChangePasswordDialog onChanged={() => setChanges(changes + 1)} onClose={() => setIsChanging(false)} />
      )}
    </ActionCards>
  );
}
