import { inBoth } from "../../contract/in-both.ts";
import { COMMAND_TEXT as khmer } from "./command-text.km.ts";
import { COMMAND_TEXT as english } from "./command-text.ts";

/** As `command-text.ts`, in both languages. */
export const COMMAND_TEXT = inBoth({ en: english, km: khmer });
