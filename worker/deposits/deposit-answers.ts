import { inBoth } from "../contract/in-both.ts";
import { DEPOSIT_TEXT as khmer } from "./deposit-text.km.ts";
import { DEPOSIT_TEXT as english } from "./deposit-text.ts";

/** As `deposit-text.ts`, in both languages. */
export const DEPOSIT_TEXT = inBoth({ en: english, km: khmer });
