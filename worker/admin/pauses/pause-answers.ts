import { joinLanguages } from "../../contract/translated.ts";
import { PAUSE_TEXT as khmer } from "./pause-text.km.ts";
import { PAUSE_TEXT as english } from "./pause-text.ts";

/** As `pause-text.ts`, in every language. */
export const PAUSE_TEXT = joinLanguages({ en: english, km: khmer });
