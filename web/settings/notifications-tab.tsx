import type { Settings } from "../state/settings.ts";
import { Switch } from "../ui/switch.tsx";
import { SettingList } from "./setting-list.ts";
import { settingsText } from "./settings-text.ts";

const text = settingsText.notifications;

/** E-mail is a setting of the account; the others are kept in this browser and have no effect yet. */
type Notifications = Settings["notifications"] & { email: boolean };

const LOCAL = [
  { channel: "push", hint: text.pushHint },
  { channel: "sms", hint: text.smsHint },
  { channel: "marketing", hint: text.marketingHint },
] as const;

type NotificationsTabProps = { value: Notifications; onChange: (change: Partial<Notifications>) => void };

/** The notification settings; `onChange` receives the changed fields. */
export function NotificationsTab({ value, onChange }: NotificationsTabProps) {
  return (
    <SettingList>
      <Switch
        label={text.email}
        description={text.emailHint}
        isOn={value.email}
        onChange={(email) => onChange({ email })}
      />
      {LOCAL.map(({ channel, hint }) => (
        <Switch
          key={channel}
          label={text[channel]}
          description={`${settingsText.nothingYet} ${hint}`}
          isOn={value[channel]}
          onChange={(isOn) => onChange({ [channel]: isOn })}
        />
      ))}
      <p>{text.where}</p>
    </SettingList>
  );
}
