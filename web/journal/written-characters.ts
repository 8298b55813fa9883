/**
 * What is typed or pasted, as a reader sees it. The account refuses what its `worker/contract/displayable.ts` calls disguising; that module is not
 * imported, because it would move the files of the first load.
 */

const UNSEEN = /[\p{Cc}\p{Cs}\u00AD\u061C\u200E\u200F\u202A-\u202E\u2061-\u2069\uFEFF]/gu;

/** A text as one line: one blank for line breaks, tabs and several blanks, and nothing that cannot be seen. */
export function writtenLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return line.replaceAll(UNSEEN, "").normalize("NFC").trim();
}

/** A text of several lines: a blank for a tab, and nothing that cannot be seen. */
export function writtenLines(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, "\n").replaceAll("\t", " ");
  return lines.replaceAll(UNSEEN, (one) => (one === "\n" ? one : ""));
}

/** Whether two labels of a kind have the same name, as the account compares them. */
export function isSameName(one: string, other: string): boolean {
  const keyOf = (name: string) => name.normalize("NFC").toLowerCase();
  return keyOf(one) === keyOf(other);
}
