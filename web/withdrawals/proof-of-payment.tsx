import { styled } from "goober";
import { useState } from "react";
import { NO_VALUE } from "../ui/format.ts";
import { ImageViewer } from "../ui/image-viewer.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import type { Evidence } from "./evidence-image.tsx";
import type { Withdrawal } from "./withdrawal-calls.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const View = styled("button")`
  min-height: 28px;
  border-radius: 4px;
  color: var(--accent);
  &:hover {
    text-decoration: underline;
    text-underline-offset: 4px;
  }
`;

/** The proof of a payment as an image; null without any. */
export function proofOf({ proofOfPayment, paymentId }: Withdrawal): Evidence | null {
  return (
    proofOfPayment && {
      src: `/api/withdrawal/user/proof/${proofOfPayment.filename}`,
      title: proofOfPayment.adminMessage || WITHDRAWAL_TEXT.proofTitle,
      saveAs: `proof-${paymentId}`,
    }
  );
}

/** Opens the proof of payment from a table row; a dash without any. */
export function ViewProof({ withdrawal }: { withdrawal: Withdrawal }) {
  const [isOpen, setIsOpen] = useState(false);
  const proof = proofOf(withdrawal);
  if (proof === null) return NO_VALUE;
  return (
    <>
      <View type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {WITHDRAWAL_TEXT.view}
        <VisuallyHidden> {WITHDRAWAL_TEXT.proofTitle}</VisuallyHidden>
      </View>
      {isOpen && <ImageViewer {...proof} onClose={() => setIsOpen(false)} />}
    </>
  );
}
