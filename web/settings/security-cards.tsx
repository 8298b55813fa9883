import { useState } from "react";
import type { User } from "../state/api.ts";
import { invalidate } from "../state/query.ts";
import { KeyRound } from "../ui/icon.tsx";
import { Grid } from "../ui/layout.tsx";
import { ActionCard } from "./action-card.tsx";
import { ChangePasswordDialog } from "./change-password-dialog.tsx";
import { SESSIONS } from "./security-calls.ts";
import { securityText } from "./security-text.ts";
import { SessionsCard } from "./sessions-card.tsx";
import { SetPasswordDialog } from "./set-password-dialog.tsx";

const { password, setPassword } = securityText;

/** Immediate actions on the whole account: the password and the sessions. */
export function SecurityCards({ person }: { person: User }) {
  const [isChanging, setIsChanging] = useState(false);
  const { hasPassword } = person.security;
  return (
    <Grid gap={16} margin="24px 0 0">
      <ActionCard
        title={password.title}
        why={hasPassword ? password.why : setPassword.hint}
        icon={KeyRound}
        label={hasPassword ? password.change : setPassword.title}
        onPress={() => setIsChanging(true)}
      />
      <SessionsCard timeZone={person.timeZone} />
      {isChanging && !hasPassword && <SetPasswordDialog person={person} onClose={() => setIsChanging(false)} />}
      {isChanging && hasPassword && (
        // A new password ends the other sessions.
        <ChangePasswordDialog onChanged={() => void invalidate(SESSIONS.key)} onClose={() => setIsChanging(false)} />
      )}
    </Grid>
  );
}
