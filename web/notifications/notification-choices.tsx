import { useSignals } from "@preact/signals-react/runtime";
import { useId, useState } from "react";
import type { NotificationSettings } from "../../worker/contract/notifications.ts";
import type { QuietHours } from "../../worker/contract/quiet-hours.ts";
import type { User } from "../state/api.ts";
import { loadFailure } from "../state/load-failure.ts";
import { user } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { Panel } from "../ui/card.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Select } from "../ui/fields/select.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { Icon, Lock, Monitor } from "../ui/icon.tsx";
import { ItemText } from "../ui/item.tsx";
import { Box, Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast/toast.ts";
import { notificationChoicesText as text } from "./notification-choices-text.ts";
import { changeSettings, minuteWords, SETTINGS, type SettingsChange } from "./notification-settings.ts";

/** What is e-mailed to a person, and when: one component for each screen that shows it. */
export function NotificationChoices({ person }: { person: User }) {
  return (
    <Grid gap={16}>
      <NotificationChannels person={person} />
      <NotificationSwitches />
    </Grid>
  );
}

/** A change saves itself; one that could not be saved is as before, and says so. */
function save(change: SettingsChange): void {
  changeSettings(change).catch((error: unknown) => {
    console.warn("notification settings not saved", error);
    toast.error(text.notSaved);
  });
}

const PAD = { pad: "12px 20px", phone: { pad: "12px 16px" } } as const;

/** Where a person is told: in the page always, and by e-mail unless they turn that off. */
function NotificationChannels({ person }: { person: User }) {
  const { value } = useQuery(SETTINGS);
  return (
    <Panel title={text.where}>
      <Stack line="between">
        <Row gap={12} {...PAD}>
          <Text as="span" tone="muted">
            <Icon of={Monitor} size={20} />
          </Text>
          <ItemText title={text.inPage.title} note={text.inPage.line} />
        </Row>
        <Box {...PAD}>
          <Switch
            label={text.email}
            description={text.emailHint(person.email)}
            isOn={value?.email ?? true}
            disabled={value === null}
            onChange={(email) => save({ email })}
          />
        </Box>
      </Stack>
    </Panel>
  );
}

const KINDS = ["money", "alert", "order", "marketing"] as const;

/** What is e-mailed, and when hours are quiet. */
function NotificationSwitches() {
  const { value, error, isLoading, refetch } = useQuery(SETTINGS);
  const failure = loadFailure(error, text.failure);
  return (
    <Panel title={text.whatFor}>
      {value ? (
        <Choices settings={value} />
      ) : failure ? (
        <ErrorState {...failure} isRetrying={isLoading} onRetry={() => void refetch()} />
      ) : (
        <Loading label={text.loading}>
          <Stack gap={20} pad={20}>
            {[...KINDS, "quiet"].map((name) => (
              <Skeleton key={name} width="100%" height={40} />
            ))}
          </Stack>
        </Loading>
      )}
    </Panel>
  );
}

function Choices({ settings }: { settings: NotificationSettings }) {
  return (
    <Stack line="between">
      <Always {...text.security} />
      <Always {...text.decisions} />
      {KINDS.map((kind) => (
        <Box key={kind} {...PAD}>
          <Switch
            label={text.kinds[kind].label}
            description={text.kinds[kind].hint}
            isOn={settings[kind] && settings.email}
            disabled={!settings.email}
            onChange={(isOn) => save({ [kind]: isOn })}
          />
        </Box>
      ))}
      {!settings.email && (
        <Text size="dense" tone="muted" {...PAD}>
          {text.emailIsOff}
        </Text>
      )}
      <Quiet hours={settings.quietHours} />
    </Stack>
  );
}

/** What is always e-mailed: nothing turns it off. */
function Always({ label, hint }: { label: string; hint: string }) {
  return (
    <Row gap={24} minHeight={44} justify="space-between" {...PAD}>
      <ItemText title={label} note={hint} />
      <Row as="span" gap={6} size="caption" tone="muted" breaks="never">
        <Icon of={Lock} size={14} />
        {text.always}
      </Row>
    </Row>
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
    if (!isSame) save({ quietHours: next });
  }
  return (
    <Stack gap={12} {...PAD}>
      <Switch
        label={text.quiet}
        description={text.quietHint}
        isOn={shown !== null}
        onChange={(isOn) => {
          setRefused(null);
          save({ quietHours: isOn ? USUAL : null });
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
