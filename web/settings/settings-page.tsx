import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { SETTINGS_TABS, settingsPath, settingsTab } from "../state/routes.ts";
import { chooseEmailNotifications, chooseLoginAlerts, chooseTimeZone, user } from "../state/session.ts";
import { type Settings, saveSettings, settings } from "../state/settings.ts";
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

const ITEMS = SETTINGS_TABS.map((value) => ({ value, label: text.tabs[value] }));

/** Settings that are saved with the account and not in this browser. */
type AccountSettings = { timeZone: string; loginAlerts: boolean; email: boolean };

/** Unsaved changes; other settings show their saved values, wherever they were changed. */
type Changes = { account: Partial<AccountSettings> } & { [Section in keyof Settings]: Partial<Settings[Section]> };

const NO_CHANGES: Changes = { account: {}, notifications: {}, privacy: {}, security: {} };

/**
 * The settings page. Changes are a draft until saved; themes and security actions apply immediately. Time zone, e-mail
 * notifications and log-in alerts are saved with the account, the rest in this browser.
 */
export function SettingsPage() {
  useSignals();
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const tab = settingsTab(query);
  const [changes, setChanges] = useState(NO_CHANGES);
  const [isSaving, setIsSaving] = useState(false);
  const person = user.value;
  if (!person) return null;
  const { timeZone: savedZone, security, notifications } = person;
  const saved = { timeZone: savedZone, loginAlerts: security.loginAlerts, email: notifications.email };
  const { timeZone, loginAlerts, email } = { ...saved, ...changes.account };
  const draft: Settings = {
    notifications: { ...settings.value.notifications, ...changes.notifications },
    privacy: { ...settings.value.privacy, ...changes.privacy },
    security: { ...settings.value.security, ...changes.security },
  };

  function change<Section extends keyof Changes>(section: Section, change: Changes[Section]) {
    setChanges((before) => ({ ...before, [section]: { ...before[section], ...change } }));
  }

  async function save(userId: string) {
    setIsSaving(true);
    try {
      if (timeZone !== saved.timeZone) await chooseTimeZone(timeZone);
      if (loginAlerts !== saved.loginAlerts) await chooseLoginAlerts(loginAlerts);
      if (email !== saved.email) await chooseEmailNotifications(email);
      saveSettings(userId, draft);
      setChanges(NO_CHANGES);
      toast.success(text.saved);
    } catch (error) {
      console.warn("settings not saved", error);
      toast.error(text.notSaved);
    }
    setIsSaving(false);
  }

  const shown = {
    profile: (
      <ProfileTab person={person} timeZone={timeZone} onTimeZone={(next) => change("account", { timeZone: next })} />
    ),
    notifications: (
      <NotificationsTab
        value={{ ...draft.notifications, email }}
        onChange={({ email: next, ...local }) => {
          if (next !== undefined) change("account", { email: next });
          change("notifications", local);
        }}
      />
    ),
    privacy: <PrivacyTab value={draft.privacy} onChange={(next) => change("privacy", next)} />,
    appearance: <AppearanceTab />,
    security: (
      <SecurityTab
        person={person}
        value={{ ...draft.security, loginAlerts }}
        onChange={({ loginAlerts: next, ...local }) => {
          if (next !== undefined) change("account", { loginAlerts: next });
          change("security", local);
        }}
      />
    ),
  }[tab];

  return (
    <Frame>
      <Tabs
        id="settings"
        label={text.title}
        value={tab}
        items={ITEMS}
        onChange={(next) => navigate(settingsPath(next))}
      />
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
