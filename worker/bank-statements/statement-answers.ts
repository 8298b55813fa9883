import { joinLanguages } from "../contract/translated.ts";
import { BANK_STATEMENT_TEXT as khmer } from "./bank-statement-text.km.ts";
import { BANK_STATEMENT_TEXT as english } from "./bank-statement-text.ts";

/** As `bank-statement-text.ts`, in every language. */
export const BANK_STATEMENT_TEXT = joinLanguages({ en: english, km: khmer });
