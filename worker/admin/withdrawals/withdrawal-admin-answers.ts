import { inBoth } from "../../contract/in-both.ts";
import { WITHDRAWAL_ADMIN_TEXT as khmer } from "./withdrawal-admin-text.km.ts";
import { WITHDRAWAL_ADMIN_TEXT as english } from "./withdrawal-admin-text.ts";

/** As `withdrawal-admin-text.ts`, in both languages. */
export const WITHDRAWAL_ADMIN_TEXT = inBoth({ en: english, km: khmer });
