import { inBoth } from "../contract/in-both.ts";
import { AUTH_TEXT as khmer } from "./auth-text.km.ts";
import { AUTH_TEXT as english } from "./auth-text.ts";

/** As `auth-text.ts`, in both languages. */
export const AUTH_TEXT = inBoth({ en: english, km: khmer });
