import { PROFILE_VISIBILITIES, type Settings } from "../state/settings.ts";
import { Select } from "../ui/select.tsx";
import { Switch } from "../ui/switch.tsx";
import { SettingList } from "./setting-list.ts";
import { settingsText } from "./settings-text.ts";

const text = settingsText.privacy;
const VISIBILITY_OPTIONS = PROFILE_VISIBILITIES.map((value) => ({ value, label: text.visibility[value] }));

type Privacy = Settings["privacy"];

/** The privacy settings; `onChange` receives the changed fields. */
export function PrivacyTab({ value, onChange }: { value: Privacy; onChange: (change: Partial<Privacy>) => void }) {
  return (
    <SettingList>
      <Select
        label={text.profileVisibility}
        hint={`${settingsText.nothingYet} ${text.profileVisibilityHint}`}
        value={value.profileVisibility}
        options={VISIBILITY_OPTIONS}
        onChange={(profileVisibility) => onChange({ profileVisibility })}
      />
      <Switch
        label={text.showBalance}
        description={text.showBalanceHint}
        isOn={value.showBalance}
        onChange={(showBalance) => onChange({ showBalance })}
      />
      <Switch
        label={text.showTrades}
        description={`${settingsText.nothingYet} ${text.showTradesHint}`}
        isOn={value.showTrades}
        onChange={(showTrades) => onChange({ showTrades })}
      />
      <p>{settingsText.here}</p>
    </SettingList>
  );
}
