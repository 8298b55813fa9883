import { DISGUISING } from "../contract/displayable.ts";
import { AppError } from "../contract/errors.ts";
import type { Translated } from "../contract/translated.ts";
import { fieldLabel, INPUT_TEXT } from "./api-text.ts";

/** Joins the parts of a compound on our Khmer pages: who copies a text from one pastes it, and no reader sees it. */
const WORD_JOINER = /\u2060/g;

/** Line ends, tabs, and the zero-width space between Khmer words: a user may type them in a text of several lines. */
const PROSE = /[\n\t\u200B]/g;

/**
 * Trims and composes (NFC) a text that a user wrote: one line, or several lines, of characters that can be displayed.
 * The space bar of Khmer keyboards types a zero-width space. It is removed from single lines, so that two names or
 * numbers that look the same are the same; word joiners are removed everywhere.
 *
 * @param rule.max maximum length, counted as code points
 * @param rule.lines `several` accepts line breaks, each kept as one line feed
 * @param rule.isRequired refuses an empty text
 * @throws AppError `invalid_input` with the field's name
 */
export function plainText(
  text: string,
  rule: { field: string; max: number; lines?: "one" | "several"; isRequired?: true },
): string {
  const { field, max, lines = "one", isRequired = false } = rule;
  const label = fieldLabel(field);
  const refuse = (message: Translated) => new AppError("invalid_input", message, { field });
  const written = text.replaceAll(WORD_JOINER, "");
  const shown = lines === "several" ? written : written.replaceAll("\u200B", "");
  const plain = shown.trim().normalize("NFC").replaceAll("\r\n", "\n");
  if (isRequired && plain === "") throw refuse(INPUT_TEXT.required(label));
  if ([...plain].length > max) throw refuse(INPUT_TEXT.tooLong(label, max));
  if (DISGUISING.test(lines === "several" ? plain.replaceAll(PROSE, " ") : plain)) {
    throw refuse(INPUT_TEXT.cannotBeShown(label));
  }
  return plain;
}
