/**
 * Control characters, line ends, lone surrogates, and characters that are invisible or change the reading direction.
 */
export const DISGUISING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;

/** The invisible marks that Khmer text on one line may have: the zero-width space between words, and the joiner inside of compounds. */
const KHMER_WORDS = /[\u200B\u2060]/g;

/** Whether a reader sees a text of one line as it is. Khmer may have its invisible marks between words. */
export function isDisplayable(text: string): boolean {
  return !DISGUISING.test(text.replaceAll(KHMER_WORDS, ""));
}
