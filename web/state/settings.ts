import { computed, effect, type ReadonlySignal, signal } from "@preact/signals-react";
import { hideSums } from "../ui/hidden-sums.ts";
import { user } from "./session.ts";
import { localStore } from "./storage/browser-storage.ts";
import { listenToStorage } from "./storage/other-tabs.ts";
import { DEFAULT_SETTINGS, readSettings, type Settings, settingsKey } from "./storage/stored-settings.ts";

export {
  PROFILE_VISIBILITIES,
  type ProfileVisibility,
  type SessionTimeoutMin,
  type Settings,
} from "./storage/stored-settings.ts";

/** Increases with every save, so that readers of the settings are updated. */
const saveCount = signal(0);

/** The settings of the signed-in trader. */
export const settings: ReadonlySignal<Settings> = computed(() => {
  saveCount.value;
  return user.value ? readSettings(user.value._id) : DEFAULT_SETTINGS;
});

/** Saves settings. @throws DOMException when the browser's storage is full or blocked */
export function saveSettings(userId: string, next: Settings): void {
  if (!localStore.store(settingsKey(userId), JSON.stringify(next))) throw new DOMException("settings not stored");
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

/** Turns the shortcuts of the signed-in trader on or off. @throws DOMException as {@link saveSettings} */
export function turnShortcuts({ on }: { on: boolean }): void {
  const person = user.peek();
  if (person) saveSettings(person._id, { ...settings.peek(), keyboard: { shortcuts: on } });
}

/** Applies settings saved in another tab, as the session timeout signs all tabs out. @returns stops it */
export function followSettingsOfOtherTabs(): () => void {
  return listenToStorage((key) => {
    const person = user.peek();
    if (person && key === settingsKey(person._id)) saveCount.value += 1;
  });
}
