import { inBoth } from "../contract/in-both.ts";
import { TRADE_TEXT as khmer } from "./trade-text.km.ts";
import { TRADE_TEXT as english } from "./trade-text.ts";

/** As `trade-text.ts`, in both languages. */
export const TRADE_TEXT = inBoth({ en: english, km: khmer });
