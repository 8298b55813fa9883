import { joinLanguages } from "../contract/translated.ts";
import { DEPOSIT_TEXT as khmer } from "./deposit-text.km.ts";
import { DEPOSIT_TEXT as english } from "./deposit-text.ts";

/** As `deposit-text.ts`, in every language. */
export const DEPOSIT_TEXT = joinLanguages({ en: english, km: khmer });
