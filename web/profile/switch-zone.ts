import { toast } from "../ui/toast/toast.ts";
import { profileText } from "./profile-text.ts";
import { saveProfile, showProblem } from "./save-profile.ts";

/** Counts the account's days in another time zone from here on, and says so, or why not. */
export async function switchZone(timeZone: string): Promise<void> {
  try {
    await saveProfile({ timeZone });
    toast.success(profileText.zoneSwitched(timeZone.replaceAll("_", " ")));
  } catch (error) {
    showProblem(error, profileText.updateFailed);
  }
}
