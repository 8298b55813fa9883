import { styled } from "goober";
import { useId, useState } from "react";
import { requestIdOf } from "../state/api.ts";
import { type Query, useQuery } from "../state/use-query.ts";
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

/** The user's sessions; each except this browser's can be ended. */
export function SessionsCard({ timeZone }: { timeZone: string }) {
  const titleId = useId();
  const sessions = useQuery({ key: "sessions", fetch: fetchSessions });
  const [ending, setEnding] = useState<Session | "others" | null>(null);

  const others = sessions.value ? sessions.value.length - 1 : 0;
  return (
    <Card data-flush="true" aria-labelledby={titleId}>
      <CardHead
        id={titleId}
        title={text.title}
        action={others > 0 && <Button onClick={() => setEnding("others")}>{text.endAll}</Button>}
      />
      <SessionList sessions={sessions} timeZone={timeZone} onEnd={setEnding} />
      {ending && (
        <EndSessionDialog session={ending} others={others} onEnded={sessions.refetch} onClose={() => setEnding(null)} />
      )}
    </Card>
  );
}

type SessionListProps = {
  sessions: Query<readonly Session[]>;
  timeZone: string;
  onEnd: (session: Session) => void;
};

function SessionList({ sessions: { value: list, error, isFetching, refetch }, timeZone, onEnd }: SessionListProps) {
  if (error !== null) {
    return (
      <ErrorState
        title={text.failed}
        text={text.failedDetail}
        requestId={requestIdOf(error)}
        isRetrying={isFetching}
        onRetry={refetch}
      />
    );
  }
  if (list === null) {
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
        {list.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} timeZone={timeZone} onEnd={() => onEnd(session)} />
          </li>
        ))}
      </List>
      {list.length === 1 && <Only>{text.only}</Only>}
    </>
  );
}
