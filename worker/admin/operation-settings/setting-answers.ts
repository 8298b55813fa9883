import { joinLanguages } from "../../contract/translated.ts";
import { SETTING_TEXT as khmer } from "./setting-text.km.ts";
import { SETTING_TEXT as english } from "./setting-text.ts";

/** As `setting-text.ts`, in every language. */
export const SETTING_TEXT = joinLanguages({ en: english, km: khmer });
