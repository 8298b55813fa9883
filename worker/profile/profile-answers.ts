import { inBoth } from "../contract/in-both.ts";
import { PROFILE_TEXT as khmer } from "./profile-text.km.ts";
import { PROFILE_TEXT as english } from "./profile-text.ts";

/** As `profile-text.ts`, in both languages. */
export const PROFILE_TEXT = inBoth({ en: english, km: khmer });
