import type { ReactNode } from "react";
import { ROUTE } from "../../worker/contract/addresses.ts";
import { DocumentLink } from "./text-link.tsx";

const NAMED = /contact support|write to support/i;

/** A text, also of the API, in which the first mention of support is a link. */
export function withSupportLink(text: string): ReactNode {
  const found = NAMED.exec(text);
  if (!found) return text;
  const [words] = found;
  return (
    <>
      {text.slice(0, found.index)}
      <DocumentLink href={ROUTE.support}>{words}</DocumentLink>
      {text.slice(found.index + words.length)}
    </>
  );
}
