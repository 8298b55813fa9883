import { joinLanguages } from "../../contract/translated.ts";
import { IDENTITY_ADMIN_TEXT as khmer } from "./identity-admin-text.km.ts";
import { IDENTITY_ADMIN_TEXT as english } from "./identity-admin-text.ts";

/** Answers to admins about identities, in every language. */
export const IDENTITY_ADMIN_TEXT = joinLanguages({ en: english, km: khmer });
