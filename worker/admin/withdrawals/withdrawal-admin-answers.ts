import { joinLanguages } from "../../contract/translated.ts";
import { WITHDRAWAL_ADMIN_TEXT as khmer } from "./withdrawal-admin-text.km.ts";
import { WITHDRAWAL_ADMIN_TEXT as english } from "./withdrawal-admin-text.ts";

/** As `withdrawal-admin-text.ts`, in every language. */
export const WITHDRAWAL_ADMIN_TEXT = joinLanguages({ en: english, km: khmer });
