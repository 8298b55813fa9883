import { joinLanguages } from "../../contract/translated.ts";
import { PAYOUT_TEXT as khmer } from "./payout-text.km.ts";
import { PAYOUT_TEXT as english } from "./payout-text.ts";

/** As `payout-text.ts`, in every language. */
export const PAYOUT_TEXT = joinLanguages({ en: english, km: khmer });
