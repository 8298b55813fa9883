import { FONT_FAMILY } from "../../ui/font.ts";
import type { OtherLetters } from "../../ui/language-fonts.ts";

/** Of the build; a test has none. */
declare const OTHER_LETTERS: OtherLetters | undefined;

let isDone = false;

/**
 * Lets the page draw the letters of all our languages, in the fonts of their own pages: a machine may have none for them, and draws
 * boxes. For pages with texts that people wrote, in whatever language. A font is loaded where the page comes to have such a letter.
 */
export function drawOtherLetters(): void {
  const { families, faces } = typeof OTHER_LETTERS === "undefined" ? { families: [], faces: "" } : OTHER_LETTERS;
  if (isDone || families.length === 0) return;
  isDone = true;
  const sheet = document.createElement("style");
  if (window.__nonce__) sheet.nonce = window.__nonce__;
  const [first, ...others] = FONT_FAMILY.split(", ");
  // The names of languages have a font of their own by their `lang`, with no other letters.
  sheet.textContent = `${faces} body { font-family: ${[first, ...families, ...others].join(", ")}; } body [lang] { font-family: inherit; }`;
  // After the base sheet, whose family it replaces, and before the styles of components.
  document.head.insertBefore(sheet, document.getElementById("_goober"));
}
