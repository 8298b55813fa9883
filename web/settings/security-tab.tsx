import { SESSION } from "../../worker/contract/limits.ts";
import type { User } from "../state/api.ts";
import type { SessionTimeoutMin } from "../state/settings.ts";
import { Select } from "../ui/select.tsx";
import { Switch } from "../ui/switch.tsx";
import { SettingList } from "./setting-list.ts";
import { settingsText } from "./settings-text.ts";
import { TwoFactorSwitch } from "./two-factor-switch.tsx";

const text = settingsText.security;
const TIMEOUTS = SESSION.timeoutChoicesMin.map((minutes) => ({
  value: String(minutes),
  label: text.minutes(minutes),
}));

/** The settings that Save Changes saves. The second factor is turned on and off in its own dialogs. */
type Security = { loginAlerts: boolean; sessionTimeoutMin: SessionTimeoutMin };

type SecurityTabProps = { person: User; value: Security; onChange: (change: Partial<Security>) => void };

/** The security settings; `onChange` receives the changed fields. */
export function SecurityTab({ person, value, onChange }: SecurityTabProps) {
  function choose(minutes: string) {
    const sessionTimeoutMin = SESSION.timeoutChoicesMin.find((choice) => String(choice) === minutes);
    if (sessionTimeoutMin) onChange({ sessionTimeoutMin });
  }
  return (
    <SettingList>
      <TwoFactorSwitch person={person} />
      <Switch
        label={text.loginAlerts}
        description={text.loginAlertsHint}
        isOn={value.loginAlerts}
        onChange={(loginAlerts) => onChange({ loginAlerts })}
      />
      <Select
        label={text.sessionTimeout}
        hint={text.sessionTimeoutHint}
        value={String(value.sessionTimeoutMin)}
        options={TIMEOUTS}
        onChange={choose}
      />
      <p>{text.where}</p>
    </SettingList>
  );
}
