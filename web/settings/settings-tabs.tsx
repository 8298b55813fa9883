import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type ReactNode, useState } from "react";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "../../worker/contract/languages.ts";
import { SESSION, THEMES } from "../../worker/contract/limits.ts";
import type { User } from "../state/api.ts";
import { BUILD_LANGUAGE } from "../state/build-language.ts";
import { chooseLanguage } from "../state/choose-language.ts";
import { check } from "../state/session.ts";
import { PROFILE_VISIBILITIES, type SessionTimeoutMin, type Settings } from "../state/settings.ts";
import { theme, updateTheme } from "../state/theme.ts";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { FactRow, FactRows } from "../ui/facts.tsx";
import { RadioCard } from "../ui/fields/choice.tsx";
import { Select } from "../ui/fields/select.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { NO_VALUE } from "../ui/format.ts";
import { formatPhone } from "../ui/format-phone.ts";
import { Grid, Stack, Text } from "../ui/layout.tsx";
import { MailAddress } from "../ui/mail-address.tsx";
import { Segments } from "../ui/segments.tsx";
import { THEME } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { ProofFormDialog, useProofForm } from "./proof-form.tsx";
import { disableTotp } from "./security-calls.ts";
import { securityText } from "./security-text.ts";
import { SetPasswordDialog } from "./set-password-dialog.tsx";
import { settingsText as text } from "./settings-text.ts";

function SettingList({ note, children }: { note?: string; children: ReactNode }) {
  return (
    <Stack gap={16}>
      {children}
      {note && (
        <Text size="dense" tone="muted">
          {note}
        </Text>
      )}
    </Stack>
  );
}

const ZONES = Intl.supportedValuesOf("timeZone");

type ProfileTabProps = {
  person: User;
  timeZone: string;
  onTimeZone: (timeZone: string) => void;
};

/** The user's data, read-only, and the time zone that their days are counted in. */
export function ProfileTab({ person, timeZone, onTimeZone }: ProfileTabProps) {
  // Browsers list different aliases of a zone, so the selected one is added if it is missing.
  const zones = ZONES.includes(timeZone) ? ZONES : [timeZone, ...ZONES];
  return (
    <SettingList>
      <FactRows>
        <FactRow term={text.profile.firstName}>{person.firstName}</FactRow>
        <FactRow term={text.profile.lastName}>{person.lastName}</FactRow>
        <FactRow term={text.profile.email}>
          <MailAddress of={person.email} />
        </FactRow>
        <FactRow term={text.profile.phone}>{formatPhone(person.phone) || NO_VALUE}</FactRow>
      </FactRows>
      <Select
        label={text.profile.timeZone}
        hint={text.profile.timeZoneNote}
        value={timeZone}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
        onChange={onTimeZone}
      />
    </SettingList>
  );
}

/** Values of a tab's settings; `onChange` receives the changed ones. */
type TabProps<Values> = { value: Values; onChange: (change: Partial<Values>) => void };

const VISIBILITY_OPTIONS = PROFILE_VISIBILITIES.map((value) => ({ value, label: text.privacy.visibility[value] }));

export function PrivacyTab({ value, onChange }: TabProps<Settings["privacy"]>) {
  return (
    <SettingList note={text.here}>
      <Select
        label={text.privacy.profileVisibility}
        hint={`${text.nothingYet} ${text.privacy.profileVisibilityHint}`}
        value={value.profileVisibility}
        options={VISIBILITY_OPTIONS}
        onChange={(profileVisibility) => onChange({ profileVisibility })}
      />
      <Switch
        label={text.privacy.showBalance}
        description={text.privacy.showBalanceHint}
        isOn={value.showBalance}
        onChange={(showBalance) => onChange({ showBalance })}
      />
      <Switch
        label={text.privacy.showTrades}
        description={`${text.nothingYet} ${text.privacy.showTradesHint}`}
        isOn={value.showTrades}
        onChange={(showTrades) => onChange({ showTrades })}
      />
    </SettingList>
  );
}

/** A preview of a theme in its own colours. */
const Sample = styled("span")`
  display: flex;
  align-items: flex-end;
  gap: 4px;
  height: 48px;
  padding: 8px;
  border: 1px solid var(--line);
  border-radius: 4px;
  background: var(--bg);
  & > span {
    flex: 1;
    border-radius: 2px;
  }
`;

const SAMPLE_BARS = [
  { tone: "control", height: "40%" },
  { tone: "up", height: "65%" },
  { tone: "down", height: "50%" },
  { tone: "accent", height: "100%" },
] as const;

async function switchTo(language: Language): Promise<void> {
  try {
    await chooseLanguage(language);
  } catch (error) {
    console.warn("language not saved", error);
    toast.error(text.notSaved);
  }
}

/** The language, the themes, and the shortcuts. A language loads the page anew. A theme applies with the choice, and gives way to the default when it cannot be saved. */
export function AppearanceTab({ value, onChange }: TabProps<Settings["keyboard"]>) {
  useSignals();
  return (
    <SettingList note={text.appearance.note}>
      <Stack gap={8} align="start">
        <Text size="dense">{text.appearance.language}</Text>
        <Segments
          label={text.appearance.language}
          value={BUILD_LANGUAGE}
          options={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language], lang: language }))}
          onChange={(language) => void switchTo(language)}
        />
        <Text size="dense" tone="muted">
          {text.appearance.languageNote}
        </Text>
      </Stack>
      <Grid as="fieldset" columns="repeat(auto-fill, minmax(112px, 1fr))" gap={12}>
        <VisuallyHidden as="legend">{text.appearance.legend}</VisuallyHidden>
        {THEMES.map((id) => (
          <RadioCard
            key={id}
            name="theme"
            value={id}
            checked={theme.value === id}
            onChange={() => void updateTheme(id)}
            picture={
              <Sample data-theme={id} aria-hidden="true">
                {SAMPLE_BARS.map(({ tone, height }) => (
                  <span key={tone} style={{ height, background: `var(--${tone})` }} />
                ))}
              </Sample>
            }
          >
            {THEME[id].name}
          </RadioCard>
        ))}
      </Grid>
      <Switch
        label={text.appearance.shortcuts}
        description={text.appearance.shortcutsHint}
        isOn={value.shortcuts}
        onChange={(shortcuts) => onChange({ shortcuts })}
      />
    </SettingList>
  );
}

const TIMEOUTS = SESSION.timeoutChoicesMin.map((minutes) => ({
  value: String(minutes),
  label: text.security.minutes(minutes),
}));

/** The settings that Save Changes saves. The second factor is turned on and off in its own dialogs. */
type Security = { loginAlerts: boolean; sessionTimeoutMin: SessionTimeoutMin };

export function SecurityTab({ person, value, onChange }: TabProps<Security> & { person: User }) {
  function choose(minutes: string) {
    const sessionTimeoutMin = SESSION.timeoutChoicesMin.find((choice) => String(choice) === minutes);
    if (sessionTimeoutMin) onChange({ sessionTimeoutMin });
  }
  return (
    <SettingList note={text.security.where}>
      <TwoFactorSwitch person={person} />
      <Switch
        label={text.security.loginAlerts}
        description={text.security.loginAlertsHint}
        isOn={value.loginAlerts}
        onChange={(loginAlerts) => onChange({ loginAlerts })}
      />
      <Select
        label={text.security.sessionTimeout}
        hint={text.security.sessionTimeoutHint}
        value={String(value.sessionTimeoutMin)}
        options={TIMEOUTS}
        onChange={choose}
      />
    </SettingList>
  );
}

/** It draws a QR code, and is opened once in the life of an account. */
const EnrolDialog = dialogOnDemand(
  async () => (await import("./enrol-dialog.tsx")).EnrolDialog,
  () => ({ title: securityText.enrol.title }),
);

/** Fewer remaining recovery codes cause a warning. */
const FEW_CODES = 3;

/** Shows whether the second factor is on, and opens the dialog that turns it on or off. */
function TwoFactorSwitch({ person }: { person: User }) {
  const [open, setOpen] = useState<"on" | "off" | null>(null);
  const { twoFactor, recoveryCodesLeft, hasPassword } = person.security;
  const { label, off, on, onFewLeft } = securityText.twoFactor;
  const hint = recoveryCodesLeft < FEW_CODES ? onFewLeft : on;
  const close = () => setOpen(null);
  return (
    <>
      <Switch
        label={label}
        description={twoFactor ? hint(recoveryCodesLeft) : off}
        isOn={twoFactor}
        onChange={(isOn) => setOpen(isOn ? "on" : "off")}
      />
      {open && !hasPassword && <SetPasswordDialog person={person} onClose={close} />}
      {open === "on" && hasPassword && <EnrolDialog person={person} onClose={close} />}
      {open === "off" && hasPassword && <DisableDialog onClose={close} />}
    </>
  );
}

/** Turns the second factor off; requires the password and a code. */
function DisableDialog({ onClose }: { onClose: () => void }) {
  const { disable } = securityText;
  const form = useProofForm({
    fields: { password: disable.password, code: disable.code },
    failed: disable.failed,
    send: async (proof) => {
      await disableTotp(proof);
      toast.success(disable.off);
      onClose();
      void check();
    },
  });
  return (
    <ProofFormDialog
      title={disable.title}
      lead={disable.why}
      cancel={disable.cancel}
      submit={disable.confirm}
      isDanger
      form={form}
      onClose={onClose}
    />
  );
}
