import type { User } from "../api.ts";
import { NO_VALUE } from "../format.ts";
import { Fact, FactRows } from "../profile/fact-rows.tsx";
import { SettingList } from "./setting-list.ts";
import { settingsText } from "./settings-text.ts";

const text = settingsText.profile;

/** Who one is, to read. */
export function ProfileTab({ person }: { person: User }) {
  return (
    <SettingList>
      <FactRows>
        <Fact term={text.firstName}>{person.firstName}</Fact>
        <Fact term={text.lastName}>{person.lastName}</Fact>
        <Fact term={text.email}>{person.email}</Fact>
        <Fact term={text.phone}>{person.phone || NO_VALUE}</Fact>
        <Fact term={text.timeZone}>{person.timeZone}</Fact>
      </FactRows>
      <p>{text.timeZoneNote}</p>
    </SettingList>
  );
}
