import { useSignals } from "@preact/signals-react/runtime";
import { useId, useState } from "react";
import type { QuietHours } from "../../worker/contract/quiet-hours.ts";
import type { User } from "../state/api.ts";
import { loadFailure } from "../state/load-failure.ts";
import { user } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { Panel } from "../ui/card.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Select } from "../ui/fields/select.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { Grid, Stack, Text } from "../ui/layout.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { CHANNELS } from "./channel-calls.ts";
import { ChannelsCard } from "./channels-card.tsx";
import { KindTable } from "./kind-table.tsx";
import { notificationChoicesText as text } from "./notification-choices-text.ts";
import { minuteWords, SETTINGS } from "./notification-settings.ts";
import { saveSetting } from "./save-setting.ts";

/** Where a person is told, of what, and when: one component for each screen that shows it. */
export function NotificationChoices({ person }: { person: User }) {
  return (
    <Grid gap={16}>
      <ChannelsCard person={person} />
      <KindsCard />
    </Grid>
  );
}

const PAD = { pad: "12px 20px", phone: { pad: "12px 16px" } } as const;
const PLACES = ["money", "security", "alert", "order", "news", "digest"];

/** What goes by which channel, and when hours are quiet. */
function KindsCard() {
  const { value, atMs, error, isLoading, refetch } = useQuery(SETTINGS);
  const channels = useQuery(CHANNELS);
  const failure = loadFailure(error, text.failure);
  // Which columns there are is known with the channels.
  const isReady = value !== null && (channels.value !== null || channels.error !== null);
  return (
    <Panel title={text.whatFor}>
      {value && failure && <StaleLine atMs={atMs}>{failure.title}</StaleLine>}
      {isReady ? (
        <>
          <KindTable settings={value} channels={channels.value} />
          {!value.email && (
            <Text size="caption" tone="muted" {...PAD}>
              {text.emailIsOff}
            </Text>
          )}
          <Quiet hours={value.quietHours} />
        </>
      ) : failure && !value ? (
        <ErrorState {...failure} isRetrying={isLoading} onRetry={() => void refetch()} />
      ) : (
        <Loading label={text.loading}>
          <Stack gap={20} pad={20}>
            {PLACES.map((name) => (
              <Skeleton key={name} width="100%" height={40} />
            ))}
          </Stack>
        </Loading>
      )}
    </Panel>
  );
}

/** What quiet hours begin with, until others are chosen. */
const USUAL: QuietHours = { from: 22 * 60, to: 7 * 60 };

function Quiet({ hours }: { hours: QuietHours | null }) {
  useSignals();
  /** Two times that are the same are not saved: the next choice mends them. */
  const [refused, setRefused] = useState<QuietHours | null>(null);
  const zone = user.value?.timeZone ?? "UTC";
  const shown = refused ?? hours;
  function choose(next: QuietHours) {
    const isSame = next.from === next.to;
    setRefused(isSame ? next : null);
    if (!isSame) saveSetting({ quietHours: next });
  }
  return (
    <Stack gap={12} {...PAD}>
      <Switch
        label={text.quiet}
        description={text.quietHint}
        isOn={shown !== null}
        onChange={(isOn) => {
          setRefused(null);
          saveSetting({ quietHours: isOn ? USUAL : null });
        }}
      />
      {shown && (
        <>
          <Grid columns={2} gap={12} align="start">
            <TimeChoice label={text.from} minute={shown.from} onChange={(from) => choose({ ...shown, from })} />
            <TimeChoice
              label={text.to}
              minute={shown.to}
              error={refused && text.sameTimes}
              onChange={(to) => choose({ ...shown, to })}
            />
          </Grid>
          <Text size="caption" tone="muted">
            {text.zone(zone.replaceAll("_", " "))} {text.through}
          </Text>
        </>
      )}
    </Stack>
  );
}

const HALF_HOURS = Array.from({ length: 48 }, (_, index) => index * 30);

type TimeChoiceProps = { label: string; minute: number; error?: string | null; onChange: (minute: number) => void };

function TimeChoice({ label, minute, error = null, onChange }: TimeChoiceProps) {
  const id = useId();
  // A time that another program has chosen may be between.
  const minutes = HALF_HOURS.includes(minute) ? HALF_HOURS : [...HALF_HOURS, minute].toSorted((a, b) => a - b);
  return (
    <Select
      id={id}
      label={label}
      error={error}
      value={String(minute)}
      options={minutes.map((one) => ({ value: String(one), label: minuteWords(one) }))}
      onChange={(value) => onChange(Number(value))}
    />
  );
}
