import * as z from "zod";
import { asciiOf } from "../../contract/ascii.ts";
import { DISGUISING } from "../../contract/displayable.ts";
import { plainText } from "../../platform/plain-text.ts";

const NAME_CHARACTERS_MAX = 254;

/** The query parameter that searches for a user's rows: what {@link typedText} gives of it is compared. */
export const userQuery = { user: z.string().min(1).optional() };

/** Characters that a copied text brings along and nobody sees; the breaks between lines or cells are among them. */
const UNSEEN = new RegExp(DISGUISING.source, "gu");
const BREAKS = /[\t\n\r]+/g;
/** An address as mail programs copy it, with the name before it or as a link: `Bopha Keo <bopha@example.com>`. */
const COPIED_ADDRESS = /^\s*(?:[^<>]*<|mailto:)\s*([^<>\s@]+@[^<>\s@]+)>?\s*$/i;

/**
 * Cleans the text of a search, however it was copied or typed.
 * @throws AppError `invalid_input` when it is too long, or has nothing that can be seen
 */
export function typedText(typed: string, field: string): string {
  const seen = typed.replaceAll(BREAKS, " ").replaceAll(UNSEEN, "");
  // As it is, so that it is refused: an empty search would find everything.
  if (seen === "") return plainText(typed, { field, max: NAME_CHARACTERS_MAX });
  return plainText(seen.replace(COPIED_ADDRESS, "$1"), { field, max: NAME_CHARACTERS_MAX }).normalize("NFKC");
}

/**
 * The search text in the form in which e-mail addresses, usernames and ids are compared. @throws AppError
 * `invalid_input`
 */
export function typedName(typed: string, field: string): string {
  return asciiOf(typedText(typed, field)).toLowerCase();
}

/**
 * A search text in the form in which ids, codes and addresses are compared: in lower case, digits of any script as those of
 * ASCII, and without the spaces that people put between groups of characters.
 */
export function codeOf(text: string): string {
  return asciiOf(text).replaceAll(/\s/g, "").toLowerCase();
}
