import { joinLanguages } from "../../contract/translated.ts";
import { USER_ADMIN_TEXT as khmer } from "./user-admin-text.km.ts";
import { USER_ADMIN_TEXT as english } from "./user-admin-text.ts";

/** As `user-admin-text.ts`, in every language. */
export const USER_ANSWERS = joinLanguages({ en: english, km: khmer });
