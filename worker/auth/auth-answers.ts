import { joinLanguages } from "../contract/translated.ts";
import { AUTH_TEXT as khmer } from "./auth-text.km.ts";
import { AUTH_TEXT as english } from "./auth-text.ts";

/** As `auth-text.ts`, in every language. */
export const AUTH_TEXT = joinLanguages({ en: english, km: khmer });
