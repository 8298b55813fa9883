import { joinLanguages } from "../../contract/translated.ts";
import { HOLDER_ADMIN_TEXT as khmer } from "./holder-admin-text.km.ts";
import { HOLDER_ADMIN_TEXT as english } from "./holder-admin-text.ts";

/** Answers to admins about the holder of a destination, in every language. */
export const HOLDER_ADMIN_TEXT = joinLanguages({ en: english, km: khmer });
