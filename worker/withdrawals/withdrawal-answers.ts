import { inBoth } from "../contract/in-both.ts";
import { WITHDRAWAL_TEXT as khmer } from "./withdrawal-text.km.ts";
import { WITHDRAWAL_TEXT as english } from "./withdrawal-text.ts";

/** As `withdrawal-text.ts`, in both languages. */
export const WITHDRAWAL_TEXT = inBoth({ en: english, km: khmer });
