import { NO_VALUE } from "../format.ts";
import { DocumentLink } from "../ui/text-link.tsx";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** The way to a proof of payment; a dash where there is none. */
export function ProofLink({ proof }: { proof: { filename: string } | null }) {
  if (proof === null) return NO_VALUE;
  return (
    <DocumentLink href={`/api/withdrawal/user/proof/${proof.filename}`} tone="accent" target="_blank" rel="noreferrer">
      {WITHDRAWAL_TEXT.view}
    </DocumentLink>
  );
}
