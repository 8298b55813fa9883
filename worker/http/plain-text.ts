import { AppError } from "../contract/errors.ts";

/** Line ends, tabs, and the invisible space that parts Khmer words: in several lines they are what a person typed. */
const PROSE = /[\n\t\u200B]/g;

/** Control characters, line ends, halves of characters, and what is invisible or turns the reading direction. */
export const DISGUISING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;

/**
 * What a person wrote, trimmed and composed (NFC): one line, or several when asked for, of characters that can be shown.
 *
 * @param rule.max   characters at most, counted as code points
 * @param rule.lines `several` takes line breaks, each kept as one line feed
 * @returns possibly empty
 * @throws AppError `invalid_input` with the field's name
 */
export function plainText(text: string, rule: { field: string; max: number; lines?: "one" | "several" }): string {
  const { field, max, lines = "one" } = rule;
  const plain = text.trim().normalize("NFC").replaceAll("\r\n", "\n");
  if ([...plain].length > max) {
    throw new AppError("invalid_input", `${field} must have at most ${max} characters`, { field });
  }
  if (DISGUISING.test(lines === "several" ? plain.replaceAll(PROSE, " ") : plain)) {
    throw new AppError("invalid_input", `${field} has characters that cannot be shown`, { field });
  }
  return plain;
}
