import { joinLanguages } from "../contract/translated.ts";
import { MONTH_TEXT as khmer } from "./month-text.km.ts";
import { MONTH_TEXT as english } from "./month-text.ts";

/** As `month-text.ts`, in every language. */
export const MONTH_TEXT = joinLanguages({ en: english, km: khmer });
