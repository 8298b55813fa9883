import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { SettingsTab } from "../../worker/contract/addresses.ts";
import type { User } from "../state/api.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { invalidate } from "../state/query.ts";
import { SETTINGS_TABS, settingsPath, settingsTab } from "../state/routes.ts";
import { chooseLoginAlerts, chooseTimeZone, user } from "../state/session.ts";
import { type Settings, saveSettings, settings } from "../state/settings.ts";
import { useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { KeyRound } from "../ui/icon.tsx";
import { Box, Grid, Row } from "../ui/layout.tsx";
import { TabPanel, Tabs } from "../ui/tabs.tsx";
import { toast } from "../ui/toast/toast.ts";
import { ActionCard } from "./action-card.tsx";
import { ChangePasswordDialog } from "./change-password-dialog.tsx";
import { DataCards } from "./data-cards.tsx";
import { SESSIONS } from "./security-calls.ts";
import { securityText } from "./security-text.ts";
import { SessionsCard } from "./sessions-card.tsx";
import { SetPasswordDialog } from "./set-password-dialog.tsx";
import { AppearanceTab, PrivacyTab, ProfileTab, SecurityTab } from "./settings-tabs.tsx";
import { settingsText as text } from "./settings-text.ts";

const NotificationChoices = lazyPage(
  async () => (await import("../notifications/notification-choices.tsx")).NotificationChoices,
);

const ITEMS = SETTINGS_TABS.map((value) => ({ value, label: text.tabs[value] }));

/** Settings that are saved with the account and not in this browser. */
type AccountSettings = { timeZone: string; loginAlerts: boolean };

/** Unsaved changes; other settings show their saved values, wherever they were changed. */
type Changes = { account: Partial<AccountSettings> } & { [Section in keyof Settings]: Partial<Settings[Section]> };

const NO_CHANGES: Changes = { account: {}, privacy: {}, security: {}, keyboard: {} };

/**
 * The settings page. Changes are a draft until saved; themes and security actions apply immediately. Time zone and log-in
 * alerts are saved with the account, the rest in this browser. The switches of notifications save themselves.
 */
export function SettingsPage() {
  useSignals();
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const tab = settingsTab(query);
  const [changes, setChanges] = useState(NO_CHANGES);
  const person = user.value;
  const { submit: save, isSending: isSaving } = useSubmit({
    send: saveDraft,
    onDone() {
      setChanges(NO_CHANGES);
      toast.success(text.saved);
    },
    explain(error) {
      console.warn("settings not saved", error);
      toast.error(text.notSaved);
      return null;
    },
  });
  if (!person) return null;
  const saved = { timeZone: person.timeZone, loginAlerts: person.security.loginAlerts };
  const { timeZone, loginAlerts } = { ...saved, ...changes.account };
  const draft: Settings = {
    privacy: { ...settings.value.privacy, ...changes.privacy },
    security: { ...settings.value.security, ...changes.security },
    keyboard: { ...settings.value.keyboard, ...changes.keyboard },
  };

  function change<Section extends keyof Changes>(section: Section, change: Changes[Section]) {
    setChanges((before) => ({ ...before, [section]: { ...before[section], ...change } }));
  }

  async function saveDraft(userId: string) {
    if (timeZone !== saved.timeZone) await chooseTimeZone(timeZone);
    if (loginAlerts !== saved.loginAlerts) await chooseLoginAlerts(loginAlerts);
    saveSettings(userId, draft);
  }

  return (
    <Box width="100%" maxWidth={720}>
      <Tabs
        id="settings"
        label={text.title}
        value={tab}
        items={ITEMS}
        onChange={(next) => navigate(settingsPath(next))}
      />
      <TabPanel id="settings" value={tab}>
        {tab === "notifications" ? (
          <Box margin="24px 0 16px" phone={{ margin: "16px 0" }}>
            <Suspense fallback={null}>
              <NotificationChoices person={person} />
            </Suspense>
          </Box>
        ) : (
          <>
            <Card margin="24px 0 16px" phone={{ margin: "16px 0" }}>
              <ShownTab
                tab={tab}
                person={person}
                draft={{ ...draft, account: { timeZone, loginAlerts } }}
                onChange={change}
              />
            </Card>
            <Row phone={{ direction: "column", align: "stretch" }}>
              <Button variant="accent" isLoading={isSaving} onClick={() => void save(person._id)}>
                {isSaving ? text.saving : text.save}
              </Button>
            </Row>
          </>
        )}
        {tab === "privacy" && <DataCards person={person} />}
        {tab === "security" && <SecurityCards person={person} />}
      </TabPanel>
    </Box>
  );
}

type ShownTabProps = {
  tab: Exclude<SettingsTab, "notifications">;
  person: User;
  /** The settings as they are shown: saved, or changed and not saved yet. */
  draft: Settings & { account: AccountSettings };
  onChange: <Section extends keyof Changes>(section: Section, change: Changes[Section]) => void;
};

function ShownTab({ tab, person, draft, onChange }: ShownTabProps) {
  const { timeZone, loginAlerts } = draft.account;
  switch (tab) {
    case "profile":
      return (
        <ProfileTab
          person={person}
          timeZone={timeZone}
          onTimeZone={(next) => onChange("account", { timeZone: next })}
        />
      );
    case "privacy":
      return <PrivacyTab value={draft.privacy} onChange={(next) => onChange("privacy", next)} />;
    case "appearance":
      return <AppearanceTab value={draft.keyboard} onChange={(next) => onChange("keyboard", next)} />;
    case "security":
      return (
        <SecurityTab
          person={person}
          value={{ ...draft.security, loginAlerts }}
          onChange={({ loginAlerts: next, ...local }) => {
            if (next !== undefined) onChange("account", { loginAlerts: next });
            onChange("security", local);
          }}
        />
      );
  }
}

const { password, setPassword } = securityText;

function SecurityCards({ person }: { person: User }) {
  const [isChanging, setIsChanging] = useState(false);
  const { hasPassword } = person.security;
  return (
    <Grid gap={16} margin="24px 0 0">
      <ActionCard
        title={password.title}
        why={hasPassword ? password.why : setPassword.hint}
        icon={KeyRound}
        label={hasPassword ? password.change : setPassword.title}
        onPress={() => setIsChanging(true)}
      />
      <SessionsCard timeZone={person.timeZone} />
      {isChanging && !hasPassword && <SetPasswordDialog person={person} onClose={() => setIsChanging(false)} />}
      {isChanging && hasPassword && (
        // A new password ends the other sessions.
        <ChangePasswordDialog onChanged={() => void invalidate(SESSIONS.key)} onClose={() => setIsChanging(false)} />
      )}
    </Grid>
  );
}
