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

/** A typed or pasted text as one line: one blank for line breaks, tabs and several blanks, and nothing that cannot be seen. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").normalize("NFC");
  return [...line].filter(isDisplayable).join("").trim();
}

/** A typed or pasted text of several lines, as a reader sees it: a blank for a tab, and nothing that cannot be seen. */
export function shownLines(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, "\n").replaceAll("\t", " ");
  return [...lines].filter((one) => one === "\n" || isDisplayable(one)).join("");
}
