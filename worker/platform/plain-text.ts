import { AppError } from "../contract/errors.ts";
import { fieldLabel } from "../contract/field-labels.ts";

/** Line ends, tabs, and the invisible space that parts Khmer words: in several lines they are what a person typed. */
const PROSE = /[\n\t\u200B]/g;

/** Control characters, line ends, halves of characters, and what is invisible or turns the reading direction. */
export const DISGUISING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;

/**
 * What a person wrote, trimmed and composed (NFC): one line, or several when asked for, of characters that can be shown.
 * The space bar of Khmer keyboards types an invisible space. One line goes without it, so that two names or numbers that
 * look the same are the same.
 *
 * @param rule.max        characters at most, counted as code points
 * @param rule.lines      `several` takes line breaks, each kept as one line feed
 * @param rule.isRequired refuses a text that is empty
 * @throws AppError `invalid_input` with the field's name
 */
export function plainText(
  text: string,
  rule: { field: string; max: number; lines?: "one" | "several"; isRequired?: true },
): string {
  const { field, max, lines = "one", isRequired = false } = rule;
  const refuse = (fault: string) => new AppError("invalid_input", `${fieldLabel(field)} ${fault}`, { field });
  const shown = lines === "several" ? text : text.replaceAll("\u200B", "");
  const plain = shown.trim().normalize("NFC").replaceAll("\r\n", "\n");
  if (isRequired && plain === "") throw refuse("is required");
  if ([...plain].length > max) throw refuse(`must have at most ${max} characters`);
  if (DISGUISING.test(lines === "several" ? plain.replaceAll(PROSE, " ") : plain)) {
    throw refuse("has characters that cannot be shown");
  }
  return plain;
}
