import type { Language } from "../../worker/contract/languages.ts";

/** The language of this build of the web client. */
export const BUILD_LANGUAGE: Language = "en";
