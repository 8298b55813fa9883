import { joinLanguages } from "../../contract/translated.ts";
import { IMPORT_TEXT as khmer } from "./import-text.km.ts";
import { IMPORT_TEXT as english } from "./import-text.ts";

/** As `import-text.ts`, in every language. */
export const IMPORT_TEXT = joinLanguages({ en: english, km: khmer });
