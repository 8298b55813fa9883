import { styled } from "goober";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { requestIdOf } from "../state/api.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { media, type } from "../ui/theme.ts";
import { EndSessionDialog } from "./end-session-dialog.tsx";
import { fetchSessions, type Session } from "./security-calls.ts";
import { securityText } from "./security-text.ts";
import { SessionRow } from "./session-row.tsx";

const List = styled("ul")`
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    padding: 12px 20px;
  }
  & > li + li {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
  ${media.phone} {
    & > li {
      padding: 12px 16px;
    }
  }
`;

const Only = styled("p")`
  ${type.dense}
  padding: 0 20px 16px;
  color: var(--muted);
  ${media.phone} {
    padding: 0 16px 16px;
  }
`;

const text = securityText.sessions;

type Sessions =
  | { state: "loading" }
  | { state: "failed"; requestId: string | null }
  | { state: "loaded"; list: readonly Session[] };

/** The user's sessions; each except this browser's can be ended. */
export function SessionsCard({ timeZone }: { timeZone: string }) {
  const titleId = useId();
  const [sessions, setSessions] = useState<Sessions>({ state: "loading" });
  const [ending, setEnding] = useState<Session | "others" | null>(null);

  async function load() {
    try {
      setSessions({ state: "loaded", list: await fetchSessions() });
    } catch (error) {
      console.warn("sessions not loaded", error);
      setSessions({ state: "failed", requestId: requestIdOf(error) });
    }
  }
  const loadOnce = useEffectEvent(() => void load());
  useEffect(() => loadOnce(), []);

  const others = sessions.state === "loaded" ? sessions.list.length - 1 : 0;
  return (
    <Card data-flush="true" aria-labelledby={titleId}>
      <CardHead
        id={titleId}
        title={text.title}
        action={others > 0 && <Button onClick={() => setEnding("others")}>{text.endAll}</Button>}
      />
      <SessionList sessions={sessions} timeZone={timeZone} onEnd={setEnding} onRetry={() => void load()} />
      {ending && (
        <EndSessionDialog
          session={ending}
          others={others}
          onEnded={() => void load()}
          onClose={() => setEnding(null)}
        />
      )}
    </Card>
  );
}

type SessionListProps = {
  sessions: Sessions;
  timeZone: string;
  onEnd: (session: Session) => void;
  onRetry: () => void;
};

function SessionList({ sessions, timeZone, onEnd, onRetry }: SessionListProps) {
  if (sessions.state === "failed") {
    return <ErrorState title={text.failed} text={text.failedDetail} requestId={sessions.requestId} onRetry={onRetry} />;
  }
  if (sessions.state === "loading") {
    return (
      <Loading label={text.loading}>
        <List>
          <li>
            <Skeleton width="100%" height={44} />
          </li>
        </List>
      </Loading>
    );
  }
  return (
    <>
      <List>
        {sessions.list.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} timeZone={timeZone} onEnd={() => onEnd(session)} />
          </li>
        ))}
      </List>
      {sessions.list.length === 1 && <Only>{text.only}</Only>}
    </>
  );
}
