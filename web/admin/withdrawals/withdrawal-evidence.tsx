import { styled } from "goober";
import { useState } from "react";
import { ImageViewer } from "../../ui/image-viewer.tsx";
import { type } from "../../ui/theme.ts";
import { Evidence, SectionTitle } from "../desk/desk-layout.ts";
import type { DeskWithdrawal } from "../desk/desk-types.ts";
import { WITHDRAWAL_DESK_TEXT } from "./withdrawal-desk-text.ts";

const Opener = styled("button")`
  display: block;
  width: 100%;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--radius-control);
  background: var(--raised);
  cursor: zoom-in;
  &:hover {
    border-color: var(--control);
  }
  & > img {
    width: 100%;
    min-height: 96px;
    max-height: 320px;
    object-fit: contain;
  }
`;

const Caption = styled("p")`
  ${type.dense}
  margin-top: 4px;
  overflow-wrap: anywhere;
  white-space: pre-line;
  & > span {
    ${type.caption}
    display: block;
    color: var(--muted);
  }
`;

const text = WITHDRAWAL_DESK_TEXT;

type EvidenceImage = { src: string; title: string; message: string; when: string | null };

/** Whether a request has any image yet: one to a bank has none until it is paid. */
export function hasEvidence({ paymentDetails, proofOfPayment, adminImages }: DeskWithdrawal): boolean {
  return "image" in paymentDetails || proofOfPayment !== null || adminImages.length > 0;
}

type WithdrawalEvidenceProps = { request: DeskWithdrawal; at: (instant: string) => string };

/** The images of a request: where to pay, the proof that it was paid, and what admins have shown the trader. */
export function WithdrawalEvidence({ request, at }: WithdrawalEvidenceProps) {
  const [viewed, setViewed] = useState<EvidenceImage | null>(null);
  return (
    <Evidence aria-label={text.evidence}>
      {imagesOf(request, at).map((image) => (
        <section key={image.src}>
          <SectionTitle>{image.title}</SectionTitle>
          <Opener type="button" aria-haspopup="dialog" onClick={() => setViewed(image)}>
            <img src={image.src} alt={`${image.title}, ${request.user.name}`} />
          </Opener>
          {image.when !== null && (
            <Caption>
              {image.message}
              <span className="num">{image.when}</span>
            </Caption>
          )}
        </section>
      ))}
      {viewed && (
        <ImageViewer
          src={viewed.src}
          title={viewed.title}
          saveAs={`withdrawal-${request._id}`}
          onClose={() => setViewed(null)}
        />
      )}
    </Evidence>
  );
}

function imagesOf(
  { paymentDetails, proofOfPayment: proof, adminImages }: DeskWithdrawal,
  at: (instant: string) => string,
) {
  const images: EvidenceImage[] = [];
  if ("image" in paymentDetails) {
    images.push({ src: paymentDetails.image, title: text.paymentCode, message: "", when: null });
  }
  if (proof) {
    const { filename, adminMessage: message, uploadedAt } = proof;
    images.push({ src: `/api/withdrawal/user/proof/${filename}`, title: text.proof, message, when: at(uploadedAt) });
  }
  for (const { filename, message, uploadedAt } of adminImages) {
    images.push({
      src: `/api/withdrawal/admin/image/${filename}`,
      title: text.adminImage,
      message,
      when: at(uploadedAt),
    });
  }
  return images;
}
