import { inBoth } from "../../contract/in-both.ts";
import { PAUSE_TEXT as khmer } from "./pause-text.km.ts";
import { PAUSE_TEXT as english } from "./pause-text.ts";

/** As `pause-text.ts`, in both languages. */
export const PAUSE_TEXT = inBoth({ en: english, km: khmer });
