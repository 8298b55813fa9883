import { STATEMENT_TEXT as khmer } from "../contract/statement-text.km.ts";
import { STATEMENT_TEXT as english } from "../contract/statement-text.ts";
import { joinLanguages } from "../contract/translated.ts";

/** As `contract/statement-text.ts`, in every language. */
export const STATEMENT_TEXT = joinLanguages({ en: english, km: khmer });
