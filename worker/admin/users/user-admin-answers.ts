import { inBoth } from "../../contract/in-both.ts";
import { USER_ADMIN_TEXT as khmer } from "./user-admin-text.km.ts";
import { USER_ADMIN_TEXT as english } from "./user-admin-text.ts";

/** As `user-admin-text.ts`, in both languages. */
export const USER_ANSWERS = inBoth({ en: english, km: khmer });
