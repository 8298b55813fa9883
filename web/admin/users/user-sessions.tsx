import { styled } from "goober";
import { Button } from "../../ui/button.tsx";
import { formatAge } from "../../ui/format.ts";
import { Icon, Laptop, Smartphone } from "../../ui/icon.tsx";
import { Row } from "../../ui/layout.tsx";
import { type } from "../../ui/theme.ts";
import { useNow } from "../../ui/use-now.ts";
import { QuietText, SectionTitle } from "../core/admin-layout.ts";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import type { UserSession } from "./user-types.ts";

const List = styled("ul")`
  ${type.dense}
  display: grid;
  gap: 4px;
  & > li {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 10px;
  }
  & > li > svg {
    color: var(--muted);
  }
  & small {
    ${type.caption}
    display: block;
    color: var(--muted);
  }
`;

const text = USER_ADMIN_TEXT;
const countryNames = new Intl.DisplayNames(["en"], { type: "region" });
const TICK_MS = 60_000;

type UserSessionsProps = {
  sessions: readonly UserSession[];
  /** Null where sessions cannot be ended. */
  onEnd: ((session: UserSession | "all") => void) | null;
};

/** The sessions of a person. */
export function UserSessions({ sessions, onEnd }: UserSessionsProps) {
  const nowMs = useNow(TICK_MS);
  return (
    <section>
      <Row align="baseline" justify="space-between" gap={8}>
        <SectionTitle>{text.sessions}</SectionTitle>
        {onEnd && sessions.length > 0 && (
          <Button variant="plain" size="dense" onClick={() => onEnd("all")}>
            {text.endAll}
          </Button>
        )}
      </Row>
      {sessions.length === 0 && <QuietText>{text.noSessions}</QuietText>}
      <List>
        {sessions.map((session) => (
          <li key={session._id}>
            <Icon of={/iPhone|Android|iPad/.test(session.device) ? Smartphone : Laptop} />
            <span>
              {session.device}
              <small>
                {[placeOf(session), text.used(formatAge(nowMs - Date.parse(session.lastUsedAt)))].join(", ")}
              </small>
            </span>
            {onEnd && (
              <Button
                variant="plain"
                size="dense"
                aria-label={text.endOne(session.device)}
                onClick={() => onEnd(session)}
              >
                {text.end}
              </Button>
            )}
          </li>
        ))}
      </List>
    </section>
  );
}

function placeOf({ country, isAdminPage }: UserSession): string {
  if (isAdminPage) return text.atAdmin;
  return country === null ? text.nowhere : (countryNames.of(country) ?? country);
}
