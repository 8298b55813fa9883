import { computed, effect, type ReadonlySignal, signal } from "@preact/signals-react";
import { SESSION } from "../../worker/contract/limits.ts";
import { hideSums } from "../ui/hidden-sums.ts";
import { accountKey } from "./account-storage.ts";
import { listenToStorage } from "./other-tabs.ts";
import { user } from "./session.ts";

/**
 * A trader's settings of this browser, stored in its local storage. E-mail notifications and login alerts belong to the
 * account and are not among them. Source: specification section 3, "Local settings"
 */
export type Settings = {
  notifications: { push: boolean; sms: boolean; marketing: boolean };
  privacy: { profileVisibility: ProfileVisibility; showBalance: boolean; showTrades: boolean };
  security: { sessionTimeoutMin: SessionTimeoutMin };
};

/** The choices of who may see a profile. */
export const PROFILE_VISIBILITIES = ["private", "public", "friends"] as const;
/** One of PROFILE_VISIBILITIES. */
export type ProfileVisibility = (typeof PROFILE_VISIBILITIES)[number];
/** Idle time until the session ends, in minutes. */
export type SessionTimeoutMin = (typeof SESSION.timeoutChoicesMin)[number];

const DEFAULT_SETTINGS: Settings = {
  notifications: { push: true, sms: false, marketing: false },
  privacy: { profileVisibility: "private", showBalance: true, showTrades: false },
  security: { sessionTimeoutMin: SESSION.timeoutDefaultMin },
};

/** Increases with every save, so that readers of the settings are updated. */
const saveCount = signal(0);

/** The settings of the signed-in trader. */
export const settings: ReadonlySignal<Settings> = computed(() => {
  saveCount.value;
  return user.value ? readSettings(user.value._id) : DEFAULT_SETTINGS;
});

/** Saves settings. @throws DOMException when the browser's storage is full or blocked */
export function saveSettings(userId: string, next: Settings): void {
  localStorage.setItem(keyOf(userId), JSON.stringify(next));
  saveCount.value += 1;
}

// Admin screens always show amounts, as they are about other people's money.
effect(() => hideSums(!settings.value.privacy.showBalance && user.value?.role !== "admin"));

/** Shows or hides the amounts of the signed-in trader. @throws DOMException as {@link saveSettings} */
export function showSums(areShown: boolean): void {
  const person = user.peek();
  if (!person) return;
  const { privacy, ...rest } = settings.peek();
  saveSettings(person._id, { ...rest, privacy: { ...privacy, showBalance: areShown } });
}

/** Applies settings saved in another tab, as the session timeout signs all tabs out. @returns stops it */
export function followSettingsOfOtherTabs(): () => void {
  return listenToStorage((key) => {
    const person = user.peek();
    if (person && key === keyOf(person._id)) saveCount.value += 1;
  });
}

function keyOf(userId: string): string {
  return accountKey("settings", userId);
}

function readSettings(userId: string): Settings {
  const stored = parse(localStorage.getItem(keyOf(userId)));
  const { notifications, privacy, security } = DEFAULT_SETTINGS;
  const flag = (path: string[], fallback: boolean) => pick(stored, path, [true, false], fallback);
  return {
    notifications: {
      push: flag(["notifications", "push"], notifications.push),
      sms: flag(["notifications", "sms"], notifications.sms),
      marketing: flag(["notifications", "marketing"], notifications.marketing),
    },
    privacy: {
      profileVisibility: pick(
        stored,
        ["privacy", "profileVisibility"],
        PROFILE_VISIBILITIES,
        privacy.profileVisibility,
      ),
      showBalance: flag(["privacy", "showBalance"], privacy.showBalance),
      showTrades: flag(["privacy", "showTrades"], privacy.showTrades),
    },
    security: {
      sessionTimeoutMin: pick(
        stored,
        ["security", "sessionTimeoutMin"],
        SESSION.timeoutChoicesMin,
        security.sessionTimeoutMin,
      ),
    },
  };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** The stored value at a path if it is an allowed one, else the fallback. */
function pick<T>(stored: unknown, path: readonly string[], allowed: readonly T[], fallback: T): T {
  let value = stored;
  for (const key of path) value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return allowed.find((one) => one === value) ?? fallback;
}
