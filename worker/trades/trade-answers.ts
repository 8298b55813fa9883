import { joinLanguages } from "../contract/translated.ts";
import { TRADE_TEXT as khmer } from "./trade-text.km.ts";
import { TRADE_TEXT as english } from "./trade-text.ts";

/** As `trade-text.ts`, in every language. */
export const TRADE_TEXT = joinLanguages({ en: english, km: khmer });
