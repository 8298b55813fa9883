import { useId, useState } from "react";
import { requestIdOf } from "../state/api.ts";
import { type Query, useQuery } from "../state/use-query.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { formatAge, formatDateTime } from "../ui/format.ts";
import { formatText } from "../ui/format-text.ts";
import { Check, Icon, Laptop, Smartphone } from "../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { LoadedList } from "../ui/list/loaded-list.tsx";
import { LOCALE } from "../ui/locale.ts";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast/toast.ts";
import { useMinute } from "../ui/use-now.ts";
import { endOtherSessions, endSession, SESSIONS, type Session } from "./security-calls.ts";
import { securityText } from "./security-text.ts";

const text = securityText.sessions;

/** The user's sessions; each except this browser's can be ended. */
export function SessionsCard({ timeZone }: { timeZone: string }) {
  const titleId = useId();
  const sessions = useQuery(SESSIONS);
  const [ending, setEnding] = useState<Session | "others" | null>(null);

  const others = sessions.value ? sessions.value.length - 1 : 0;
  return (
    <Card isFlush aria-labelledby={titleId}>
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

function SessionList({ sessions: { value, atMs, error, isLoading, refetch }, timeZone, onEnd }: SessionListProps) {
  return (
    <LoadedList
      items={value}
      atMs={atMs}
      isLoading={isLoading}
      error={error === null ? null : { title: text.failed, text: text.failedDetail, requestId: requestIdOf(error) }}
      onReload={refetch}
      placeholder={
        <Loading label={text.loading}>
          <Box pad="12px 20px" phone={{ pad: "12px 16px" }}>
            <Skeleton width="100%" height={44} />
          </Box>
        </Loading>
      }
      empty={null}
    >
      {(list) => (
        <>
          <Stack as="ul" line="between">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} timeZone={timeZone} onEnd={() => onEnd(session)} />
            ))}
          </Stack>
          {list.length === 1 && (
            <Text size="dense" tone="muted" pad="0 20px 16px" phone={{ pad: "0 16px 16px" }}>
              {text.only}
            </Text>
          )}
        </>
      )}
    </LoadedList>
  );
}

function SessionRow({ session, timeZone, onEnd }: { session: Session; timeZone: string; onEnd: () => void }) {
  const now = useMinute();
  const { device, isCurrent } = session;
  const place = placeOf(session);
  const used = isCurrent ? text.now : text.lastUsed(formatAge(now - Date.parse(session.lastUsedAt)));
  return (
    <Row as="li" gap={12} pad="12px 20px" phone={{ pad: "12px 16px" }}>
      <Text as="span" tone="muted">
        <Icon of={/iPhone|iPad|Android/.test(device) ? Smartphone : Laptop} size={20} />
      </Text>
      <Box grow minWidth={0}>
        <Row as="p" wrap gap="4px 8px" weight={500}>
          {place ? `${device}, ${place}` : device}
          {isCurrent && (
            <Badge tone="up" icon={Check}>
              {text.current}
            </Badge>
          )}
        </Row>
        <Text size="caption" tone="muted">
          {used}
          {formatText.fullStop} {text.since(formatDateTime(session.createdAt, timeZone))}
        </Text>
      </Box>
      {!isCurrent && (
        <Button aria-label={text.endOne(device)} onClick={onEnd}>
          {text.end}
        </Button>
      )}
    </Row>
  );
}

type EndSessionDialogProps = {
  session: Session | "others";
  others: number;
  onEnded: () => void;
  onClose: () => void;
};

/** Asks for confirmation, then ends one session or all others. */
function EndSessionDialog({ session, others, onEnded, onClose }: EndSessionDialogProps) {
  const isAll = session === "others";
  const { submit, isSending, problem } = useSubmit({
    send: () => (isAll ? endOtherSessions() : endSession(session.id)),
    onDone() {
      toast.success(isAll ? text.endedAll : text.ended);
      onEnded();
      onClose();
    },
    explain: (error) => problemOf(error, text.endFailed),
  });

  return (
    <DialogForm
      title={isAll ? text.endAllTitle : text.endTitle}
      role="alertdialog"
      width="narrow"
      lead={isAll ? text.endAllWhy(others) : text.endWhy(nameOf(session))}
      cancel={text.keep}
      submit={isAll ? text.endAll : text.end}
      isDanger
      isBusy={isSending}
      focus="cancel"
      problem={problem?.message}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  );
}

const countryNames = new Intl.DisplayNames([LOCALE], { type: "region" });

/** The country of a session as text; null if unknown. */
function placeOf({ country }: Session): string | null {
  return country && (countryNames.of(country) ?? country);
}

function nameOf(session: Session): string {
  const place = placeOf(session);
  return place ? `${session.device}, ${place},` : session.device;
}
