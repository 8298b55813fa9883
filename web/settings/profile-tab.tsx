import type { User } from "../state/api.ts";
import { Fact, FactRows } from "../ui/fact-rows.tsx";
import { NO_VALUE } from "../ui/format.ts";
import { MailAddress } from "../ui/mail-address.tsx";
import { Select } from "../ui/select.tsx";
import { SettingList } from "./setting-list.ts";
import { settingsText } from "./settings-text.ts";

const text = settingsText.profile;
const ZONES = Intl.supportedValuesOf("timeZone");

type ProfileTabProps = {
  person: User;
  /** The selected time zone, saved or not. */
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
        <Fact term={text.firstName}>{person.firstName}</Fact>
        <Fact term={text.lastName}>{person.lastName}</Fact>
        <Fact term={text.email}>
          <MailAddress of={person.email} />
        </Fact>
        <Fact term={text.phone}>{person.phone || NO_VALUE}</Fact>
      </FactRows>
      <Select
        label={text.timeZone}
        hint={text.timeZoneNote}
        value={timeZone}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
        onChange={onTimeZone}
      />
    </SettingList>
  );
}
