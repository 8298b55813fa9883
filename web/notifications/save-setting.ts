import { toast } from "../ui/toast/toast.ts";
import { channelsText } from "./channels-text.ts";
import { changeSettings, type SettingsChange } from "./notification-settings.ts";

/** A change saves itself; one that could not be saved is as before, and says so. */
export function saveSetting(change: SettingsChange): void {
  changeSettings(change).catch((error: unknown) => {
    console.warn("notification settings not saved", error);
    toast.error(channelsText.notSaved);
  });
}
