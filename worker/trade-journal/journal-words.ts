import { joinLanguages } from "../contract/translated.ts";
import { JOURNAL_TEXT as khmer } from "./journal-text.km.ts";
import { JOURNAL_TEXT as english } from "./journal-text.ts";

/** As `journal-text.ts`, in every language. */
export const JOURNAL_TEXT = joinLanguages({ en: english, km: khmer });
