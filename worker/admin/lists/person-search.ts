import * as z from "zod";
import { plainText } from "../../platform/plain-text.ts";

const NAME_CHARACTERS_MAX = 254;

/** The query parameter that selects one user's rows: a complete e-mail address, username or id. */
export const userQuery = { user: z.string().min(1).optional() };

/** Cleans the text of a search for a user. @throws AppError `invalid_input` */
export function typedText(typed: string, field: string): string {
  return plainText(typed, { field, max: NAME_CHARACTERS_MAX }).normalize("NFKC");
}

/**
 * The search text in the form in which e-mail addresses, usernames and ids are compared. @throws AppError
 * `invalid_input`
 */
export function typedName(typed: string, field: string): string {
  return typedText(typed, field).toLowerCase();
}
