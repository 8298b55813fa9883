import { styled } from "goober";
import { useState } from "react";
import type { User } from "../api.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { KeyRound } from "../ui/icon.tsx";
import { media, type } from "../ui/theme.ts";
import { ChangePasswordDialog } from "./change-password-dialog.tsx";
import { securityText } from "./security-text.ts";
import { SessionsCard } from "./sessions-card.tsx";

const Cards = styled("div")`
  display: grid;
  gap: 16px;
  margin-top: 24px;
`;

const Line = styled("div")`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  & h2 {
    ${type.body}
  }
  & p {
    ${type.caption}
    color: var(--muted);
  }
  ${media.phone} {
    flex-wrap: wrap;
    & > button {
      width: 100%;
    }
  }
`;

const text = securityText.password;

/** What takes effect at once and for the whole account: the password, and where it is signed in. */
export function SecurityCards({ person }: { person: User }) {
  const [isChanging, setIsChanging] = useState(false);
  // A new password ends the other sessions: the card begins anew.
  const [changes, setChanges] = useState(0);
  return (
    <Cards>
      <Card>
        <Line>
          <div>
            <h2>{text.title}</h2>
            <p>{text.why}</p>
          </div>
          <Button icon={KeyRound} onClick={() => setIsChanging(true)}>
            {text.change}
          </Button>
        </Line>
      </Card>
      <SessionsCard key={changes} timeZone={person.timeZone} />
      {isChanging && (
        <ChangePasswordDialog onChanged={() => setChanges(changes + 1)} onClose={() => setIsChanging(false)} />
      )}
    </Cards>
  );
}
