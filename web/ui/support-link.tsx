import type { ReactNode } from "react";
import { ROUTE } from "../../worker/contract/addresses.ts";
import { DocumentLink } from "./text-link.tsx";

const NAMED = /(contact support|write to support)/i;

/** A text, of the API too, in which the words that name support are the way to it. */
export function withSupportLink(text: string): ReactNode {
  const [before, words, after] = text.split(NAMED);
  if (words === undefined) return text;
  return (
    <>
      {before}
      <DocumentLink href={ROUTE.support}>{words}</DocumentLink>
      {after}
    </>
  );
}
