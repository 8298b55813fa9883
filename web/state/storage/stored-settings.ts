import { SESSION } from "../../../worker/contract/limits.ts";
import { accountKey } from "./account-storage.ts";
import { localStore } from "./browser-storage.ts";

/**
 * A trader's settings of this browser, stored in its local storage. Those of notifications and login alerts belong to the
 * account and are not among them. Source: specification section 3, "Local settings"
 */
export type Settings = {
  privacy: { profileVisibility: ProfileVisibility; showBalance: boolean; showTrades: boolean };
  security: { sessionTimeoutMin: SessionTimeoutMin };
  /** Beyond those of the specification: shortcuts of a single key must have a way to be turned off (WCAG 2.1.4). */
  keyboard: { shortcuts: boolean };
};

/** The choices of who may see a profile. */
export const PROFILE_VISIBILITIES = ["private", "public", "friends"] as const;
export type ProfileVisibility = (typeof PROFILE_VISIBILITIES)[number];
/** Idle time until the session ends, in minutes. */
export type SessionTimeoutMin = (typeof SESSION.timeoutChoicesMin)[number];

/** The settings of an account that has changed none. */
export const DEFAULT_SETTINGS: Settings = {
  privacy: { profileVisibility: "private", showBalance: true, showTrades: false },
  security: { sessionTimeoutMin: SESSION.timeoutDefaultMin },
  keyboard: { shortcuts: true },
};

/** The key of an account's settings in the local storage. */
export function settingsKey(userId: string): string {
  return accountKey("settings", userId);
}

/** The settings of an account; the standard ones where nothing valid is stored. */
export function readSettings(userId: string): Settings {
  const stored = parse(localStore.get(settingsKey(userId)));
  const { privacy, security, keyboard } = DEFAULT_SETTINGS;
  const flag = (path: string[], fallback: boolean) => pick(stored, path, [true, false], fallback);
  return {
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
    keyboard: { shortcuts: flag(["keyboard", "shortcuts"], keyboard.shortcuts) },
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
