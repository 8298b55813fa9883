import { styled } from "goober";
import { type ReactNode, useInsertionEffect } from "react";
import { drawOtherLetters } from "./other-letters.ts";

/** The names of languages have a font of their own by their `lang`, which has no other letters. Lines have room for marks of any script. */
const Paragraph = styled("p")`
  max-width: 80ch;
  line-height: 1.7;
  overflow-wrap: anywhere;
  white-space: pre-line;
  &[lang] {
    font-family: inherit;
  }
`;

/** A text that a person wrote, in its own language, with the letters of that language. */
export function Written({ lang, children }: { lang?: string; children: ReactNode }) {
  useInsertionEffect(drawOtherLetters, []);
  return <Paragraph lang={lang}>{children}</Paragraph>;
}
