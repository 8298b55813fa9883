import type { ProfileVisibility } from "../state/settings.ts";

const visibility: Record<ProfileVisibility, string> = { private: "Private", public: "Public", friends: "Friends" };

export const settingsText = {
  title: "Settings",
  tabs: {
    profile: "Profile",
    notifications: "Notifications",
    privacy: "Privacy",
    appearance: "Appearance",
    security: "Security",
  },
  save: "Save Changes",
  saving: "Saving...",
  saved: "Settings saved successfully!",
  notSaved: "Failed to save settings",
  here: "Kept in this browser, for your account.",
  /** For a switch that has no effect yet. */
  nothingYet: "This has no effect yet:",
  profile: {
    firstName: "First name",
    lastName: "Last name",
    email: "E-mail",
    phone: "Phone",
    timeZone: "Time zone",
    timeZoneNote: "Your days and weeks begin and end in your time zone.",
  },
  privacy: {
    profileVisibility: "Profile visibility",
    profileVisibilityHint: "no other trader can see your profile.",
    visibility,
    showBalance: "Show balance",
    showBalanceHint:
      "Turning this off hides all sums on this browser's screens, as the eye icon at the top does. What you type, pay or confirm is still shown.",
    showTrades: "Show trades",
    showTradesHint: "no other trader can see your trades.",
  },
  appearance: {
    language: "Language",
    languageNote: "The language applies at once, to your e-mails too, and follows your account to every device.",
    legend: "Theme",
    shortcuts: "Keyboard shortcuts",
    shortcutsHint:
      "Turning this off frees all of Tonle's own keys, such as B, S, / and Ctrl K, for example for speech input. Tab, Enter, Esc and the arrow keys work as before.",
    note: "A theme applies at once and follows your account to every device. The shortcuts are a setting of this browser.",
  },
  security: {
    loginAlerts: "Log-in alerts",
    loginAlertsHint: "An e-mail when a device that your account has not seen before logs in.",
    sessionTimeout: "Session timeout",
    sessionTimeoutHint: "This browser signs you out after this time without a key press, a click or a touch.",
    where: "The timeout is kept in this browser, log-in alerts with your account.",
    minutes: (count: number) => `${count} minutes`,
  },
} as const;
