import { joinLanguages } from "../contract/translated.ts";
import { WITHDRAWAL_TEXT as khmer } from "./withdrawal-text.km.ts";
import { WITHDRAWAL_TEXT as english } from "./withdrawal-text.ts";

/** As `withdrawal-text.ts`, in every language. */
export const WITHDRAWAL_TEXT = joinLanguages({ en: english, km: khmer });
