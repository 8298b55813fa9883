import { joinLanguages } from "../contract/translated.ts";
import { CLOSING_TEXT as khmer } from "./closing-text.km.ts";
import { CLOSING_TEXT as english } from "./closing-text.ts";

/** As `closing-text.ts`, in every language. */
export const CLOSING_TEXT = joinLanguages({ en: english, km: khmer });
