import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { shellText } from "../shell/shell-text.ts";
import { chooseLoginAlerts, chooseTimeZone, user } from "../state/session.ts";
import { saveSettings, settings } from "../state/settings.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { TabPanel, Tabs } from "../ui/tabs.tsx";
import { media } from "../ui/theme.ts";
import { toast } from "../ui/toaster.tsx";
import { AppearanceTab } from "./appearance-tab.tsx";
import { DataCards } from "./data-cards.tsx";
import { NotificationsTab } from "./notifications-tab.tsx";
import { PrivacyTab } from "./privacy-tab.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { SecurityCards } from "./security-cards.tsx";
import { SecurityTab } from "./security-tab.tsx";
import { settingsText as text } from "./settings-text.ts";

const Frame = styled("div")`
  width: 100%;
  max-width: 720px;
  ${media.phone} {
    & [role="tabpanel"] > button {
      width: 100%;
    }
  }
`;

const Panel = styled(Card)`
  margin: 24px 0 16px;
  ${media.phone} {
    margin: 16px 0;
  }
`;

const TABS = ["profile", "notifications", "privacy", "appearance", "security"] as const;
const ITEMS = TABS.map((value) => ({ value, label: text.tabs[value] }));

/** What is saved with the account and not in this browser. */
type AccountSettings = { timeZone: string; loginAlerts: boolean };

/**
 * The trader's choices for this browser, a draft until they are saved: a theme alone applies at once, and so does what is
 * about the account's safety. Time zone and login alerts are saved with the account.
 */
export function SettingsPage() {
  useSignals();
  const [tab, setTab] = useState<(typeof TABS)[number]>("profile");
  const [draft, setDraft] = useState(settings.value);
  const [changed, setChanged] = useState<Partial<AccountSettings>>({});
  const [isSaving, setIsSaving] = useState(false);
  const person = user.value;
  if (!person) return null;
  const saved = { timeZone: person.timeZone, loginAlerts: person.security.loginAlerts };
  const { timeZone, loginAlerts } = { ...saved, ...changed };

  async function save(userId: string) {
    setIsSaving(true);
    try {
      if (timeZone !== saved.timeZone) await chooseTimeZone(timeZone);
      if (loginAlerts !== saved.loginAlerts) await chooseLoginAlerts(loginAlerts);
      setChanged({});
      saveSettings(userId, draft);
      toast.success(text.saved);
    } catch (error) {
      console.warn("settings not saved", error);
      toast.error(text.notSaved);
    }
    setIsSaving(false);
  }

  const shown = {
    profile: (
      <ProfileTab
        person={person}
        timeZone={timeZone}
        onTimeZone={(next) => setChanged({ ...changed, timeZone: next })}
      />
    ),
    notifications: (
      <NotificationsTab
        value={draft.notifications}
        onChange={(notifications) => setDraft({ ...draft, notifications })}
      />
    ),
    privacy: <PrivacyTab value={draft.privacy} onChange={(privacy) => setDraft({ ...draft, privacy })} />,
    appearance: <AppearanceTab />,
    security: (
      <SecurityTab
        person={person}
        value={{ ...draft.security, loginAlerts }}
        onChange={(next) => {
          setChanged({ ...changed, loginAlerts: next.loginAlerts });
          setDraft({ ...draft, security: { sessionTimeoutMin: next.sessionTimeoutMin } });
        }}
      />
    ),
  }[tab];

  return (
    <Frame>
      <Tabs id="settings" label={shellText.items.settings} value={tab} items={ITEMS} onChange={setTab} />
      <TabPanel id="settings" value={tab}>
        <Panel>{shown}</Panel>
        <Button variant="accent" isLoading={isSaving} onClick={() => void save(person._id)}>
          {isSaving ? text.saving : text.save}
        </Button>
        {tab === "privacy" && <DataCards person={person} />}
        {tab === "security" && <SecurityCards person={person} />}
      </TabPanel>
    </Frame>
  );
}
