import { joinLanguages } from "../../contract/translated.ts";
import { PEOPLE_TEXT as khmer } from "./people-text.km.ts";
import { PEOPLE_TEXT as english } from "./people-text.ts";

/** As `people-text.ts`, in every language. */
export const PEOPLE_ANSWERS = joinLanguages({ en: english, km: khmer });
