import { styled } from "goober";
import type { ReactNode } from "react";

/** Lines have room for the marks of any script. */
const Paragraph = styled("p")`
  max-width: 80ch;
  line-height: 1.7;
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

/** A text that a person wrote, in its own language. */
export function Written({ lang, children }: { lang?: string; children: ReactNode }) {
  return <Paragraph lang={lang}>{children}</Paragraph>;
}
