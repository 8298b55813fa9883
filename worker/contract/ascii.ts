/** The full-width forms of ASCII, from `！` on, and how far each is from its own. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_AWAY = 0xfee0;
const DIGIT = /\p{Nd}/u;
const OTHER_DIGIT = /[^\P{Nd}\d]/gu;
/** Joiners and marks of direction, which come with a copied text and are not seen; none that turns the order of digits round. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202d\u2060\u2066-\u2069\ufeff]/g;

/**
 * A text with the digits of any script, and full-width characters, as those of ASCII, and without characters that are not
 * seen: `១២៣` and `１２３` are `123`.
 */
export function asciiOf(text: string): string {
  return text
    .replaceAll(UNSEEN, "")
    .replaceAll(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_AWAY))
    .replaceAll(OTHER_DIGIT, (digit) => String(digitValue(digit)));
}

/** The digits of a script stand behind each other, from zero: a digit's value is how many stand before it. */
function digitValue(digit: string): number {
  const at = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(at - before - 1))) before += 1;
  // Some scripts have several sets of digits without a gap.
  return before % 10;
}
