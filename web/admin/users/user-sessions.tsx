import { Button } from "../../ui/button.tsx";
import { formatAge } from "../../ui/format.ts";
import { Icon, Laptop, Smartphone } from "../../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../../ui/layout.tsx";
import { LOCALE } from "../../ui/locale.ts";
import { useNow } from "../../ui/use-now.ts";
import { QuietText, SectionTitle } from "../core/admin-layout.ts";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import type { UserSession } from "./user-calls.ts";

const text = USER_ADMIN_TEXT;
const countryNames = new Intl.DisplayNames([LOCALE], { type: "region" });
const TICK_MS = 60_000;

type UserSessionsProps = {
  sessions: readonly UserSession[];
  /** Null where sessions cannot be ended. */
  onEnd: ((session: UserSession | "all") => void) | null;
};

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
      <Stack as="ul" gap={4} size="dense">
        {sessions.map((session) => (
          <Row as="li" key={session._id} gap={10}>
            <Text as="span" tone="muted" grow={false}>
              <Icon of={/iPhone|Android|iPad/.test(session.device) ? Smartphone : Laptop} />
            </Text>
            <Box grow minWidth={0}>
              {session.device}
              <Text size="caption" tone="muted">
                {placeOf(session)}, {text.used(formatAge(nowMs - Date.parse(session.lastUsedAt)))}
              </Text>
            </Box>
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
          </Row>
        ))}
      </Stack>
    </section>
  );
}

function placeOf({ country, isAdminPage }: UserSession): string {
  if (isAdminPage) return text.atAdmin;
  return country === null ? text.nowhere : (countryNames.of(country) ?? country);
}
