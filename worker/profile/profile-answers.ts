import { joinLanguages } from "../contract/translated.ts";
import { PROFILE_TEXT as khmer } from "./profile-text.km.ts";
import { PROFILE_TEXT as english } from "./profile-text.ts";

/** As `profile-text.ts`, in every language. */
export const PROFILE_TEXT = joinLanguages({ en: english, km: khmer });
