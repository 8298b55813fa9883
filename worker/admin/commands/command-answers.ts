import { joinLanguages } from "../../contract/translated.ts";
import { COMMAND_TEXT as khmer } from "./command-text.km.ts";
import { COMMAND_TEXT as english } from "./command-text.ts";

/** As `command-text.ts`, in every language. */
export const COMMAND_TEXT = joinLanguages({ en: english, km: khmer });
