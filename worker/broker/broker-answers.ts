import { joinLanguages } from "../contract/translated.ts";
import { BROKER_TEXT as khmer } from "./broker-text.km.ts";
import { BROKER_TEXT as english } from "./broker-text.ts";

/** As `broker-text.ts`, in every language. */
export const BROKER_TEXT = joinLanguages({ en: english, km: khmer });
