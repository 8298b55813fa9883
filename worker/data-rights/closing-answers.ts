import { inBoth } from "../contract/in-both.ts";
import { CLOSING_TEXT as khmer } from "./closing-text.km.ts";
import { CLOSING_TEXT as english } from "./closing-text.ts";

/** As `closing-text.ts`, in both languages. */
export const CLOSING_TEXT = inBoth({ en: english, km: khmer });
