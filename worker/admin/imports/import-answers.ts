import { inBoth } from "../../contract/in-both.ts";
import { IMPORT_TEXT as khmer } from "./import-text.km.ts";
import { IMPORT_TEXT as english } from "./import-text.ts";

/** As `import-text.ts`, in both languages. */
export const IMPORT_TEXT = inBoth({ en: english, km: khmer });
