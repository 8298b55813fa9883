import { styled } from "goober";
import type { ReactNode } from "react";

/** The names of languages have a font of their own by their `lang`, which has no other letters. */
const Paragraph = styled("p")`
  max-width: 80ch;
  overflow-wrap: anywhere;
  white-space: pre-line;
  &[lang] {
    font-family: inherit;
  }
`;

/** A text that a person wrote, in its own language. */
export function Written({ lang, children }: { lang?: string; children: ReactNode }) {
  return <Paragraph lang={lang}>{children}</Paragraph>;
}
