import type { ProfileVisibility } from "../state/settings.ts";

const visibility: Record<ProfileVisibility, string> = { private: "Private", public: "Public", friends: "Friends" };

export const settingsText = {
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
  profile: {
    firstName: "First name",
    lastName: "Last name",
    email: "E-mail",
    phone: "Phone",
    timeZone: "Time zone",
    timeZoneNote: "Your days and weeks begin and end in your time zone.",
  },
  notifications: {
    email: "E-mail notifications",
    push: "Push notifications",
    sms: "SMS notifications",
    marketing: "News and offers",
    note: "Mails about your money and the safety of your account are always sent.",
  },
  privacy: {
    profileVisibility: "Profile visibility",
    visibility,
    showBalance: "Show balance",
    showTrades: "Show trades",
  },
  appearance: {
    legend: "Theme",
    note: "A theme applies at once and follows your account to every device.",
    themes: { 1: "Slate", 2: "Emerald", 3: "Cyan", 4: "Amber", 5: "Indigo" },
  },
  security: {
    loginAlerts: "Login alerts",
    loginAlertsHint: "A mail when a device logs in that your account has not seen before.",
    sessionTimeout: "Session timeout",
    sessionTimeoutHint: "This browser signs you out after that long without a key, a click or a touch.",
    where: "The timeout is kept in this browser, login alerts with your account.",
    minutes: (count: number) => `${count} minutes`,
  },
} as const;
