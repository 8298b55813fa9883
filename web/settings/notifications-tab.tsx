import type { Settings } from "../state/settings.ts";
import { Switch } from "../ui/switch.tsx";
import { SettingList } from "./setting-list.ts";
import { settingsText } from "./settings-text.ts";

const text = settingsText.notifications;
const CHANNELS = ["email", "push", "sms", "marketing"] as const;

type Notifications = Settings["notifications"];

export function NotificationsTab({
  value,
  onChange,
}: {
  value: Notifications;
  onChange: (value: Notifications) => void;
}) {
  return (
    <SettingList>
      {CHANNELS.map((channel) => (
        <Switch
          key={channel}
          label={text[channel]}
          isOn={value[channel]}
          onChange={(isOn) => onChange({ ...value, [channel]: isOn })}
        />
      ))}
      <p>
        {settingsText.here} {text.note}
      </p>
    </SettingList>
  );
}
