import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { user } from "../state/session.ts";
import { saveSettings, settings } from "../state/settings.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { TabPanel, Tabs } from "../ui/tabs.tsx";
import { media } from "../ui/theme.ts";
import { toast } from "../ui/toaster.tsx";
import { AppearanceTab } from "./appearance-tab.tsx";
import { NotificationsTab } from "./notifications-tab.tsx";
import { PrivacyTab } from "./privacy-tab.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { SecurityTab } from "./security-tab.tsx";
import { settingsText as text } from "./settings-text.ts";

const Frame = styled("div")`
  width: 100%;
  max-width: 720px;
`;

const Panel = styled(Card)`
  margin: 24px 0 16px;
  ${media.phone} {
    margin: 16px 0;
  }
`;

const TABS = ["profile", "notifications", "privacy", "appearance", "security"] as const;
const ITEMS = TABS.map((value) => ({ value, label: text.tabs[value] }));

/** The trader's choices for this browser. They are a draft until they are saved; a theme alone applies at once. */
export function SettingsPage() {
  useSignals();
  const [tab, setTab] = useState<(typeof TABS)[number]>("profile");
  const [draft, setDraft] = useState(settings.value);
  const person = user.value;
  if (!person) return null;

  function save(userId: string) {
    try {
      saveSettings(userId, draft);
      toast.success(text.saved);
    } catch (error) {
      console.warn("settings not saved", error);
      toast.error(text.notSaved);
    }
  }

  const shown = {
    profile: <ProfileTab person={person} />,
    notifications: (
      <NotificationsTab
        value={draft.notifications}
        onChange={(notifications) => setDraft({ ...draft, notifications })}
      />
    ),
    privacy: <PrivacyTab value={draft.privacy} onChange={(privacy) => setDraft({ ...draft, privacy })} />,
    appearance: <AppearanceTab />,
    security: <SecurityTab value={draft.security} onChange={(security) => setDraft({ ...draft, security })} />,
  }[tab];

  return (
    <Frame>
      <Tabs id="settings" label={text.title} value={tab} items={ITEMS} onChange={setTab} />
      <TabPanel id="settings" value={tab}>
        <Panel>{shown}</Panel>
      </TabPanel>
      <Button variant="accent" onClick={() => save(person._id)}>
        {text.save}
      </Button>
    </Frame>
  );
}
