import { SESSION } from "../../worker/contract/limits.ts";
import type { Settings } from "../state/settings.ts";
import { Select } from "../ui/select.tsx";
import { SettingList } from "./setting-list.ts";
import { settingsText } from "./settings-text.ts";

const text = settingsText.security;
const TIMEOUTS = SESSION.timeoutChoicesMin.map((minutes) => ({
  value: String(minutes),
  label: text.minutes(minutes),
}));

type Security = Settings["security"];

export function SecurityTab({ value, onChange }: { value: Security; onChange: (value: Security) => void }) {
  function choose(minutes: string) {
    const sessionTimeoutMin = SESSION.timeoutChoicesMin.find((choice) => String(choice) === minutes);
    if (sessionTimeoutMin) onChange({ ...value, sessionTimeoutMin });
  }
  return (
    <SettingList>
      <Select
        label={text.sessionTimeout}
        hint={text.sessionTimeoutHint}
        value={String(value.sessionTimeoutMin)}
        options={TIMEOUTS}
        onChange={choose}
      />
      <p>{settingsText.here}</p>
    </SettingList>
  );
}
