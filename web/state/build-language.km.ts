import type { Language } from "../../worker/contract/languages.ts";

/** As in `build-language.ts`. */
export const BUILD_LANGUAGE: Language = "km";
