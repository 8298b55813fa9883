import { styled } from "goober";
import { type } from "../ui/theme.ts";
import { Evidence, SectionTitle } from "./desk-layout.ts";
import { DESK_TEXT } from "./desk-text.ts";
import type { DeskWithdrawal } from "./desk-types.ts";

const Figure = styled("figure")`
  & > img {
    width: 100%;
    max-height: 320px;
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
    background: var(--raised);
    object-fit: contain;
  }
  & > figcaption {
    ${type.dense}
    margin-top: 4px;
    overflow-wrap: anywhere;
  }
  & > figcaption > span {
    ${type.caption}
    display: block;
    color: var(--muted);
  }
`;

const text = DESK_TEXT.withdrawals;

/** Whether a request has any image yet: one to a bank has none until it is paid. */
export function hasEvidence({ paymentDetails, proofOfPayment, adminImages }: DeskWithdrawal): boolean {
  return "image" in paymentDetails || proofOfPayment !== null || adminImages.length > 0;
}

type WithdrawalEvidenceProps = { request: DeskWithdrawal; at: (instant: string) => string };

/** The images of a request: where to pay, what admins have shown the trader, and the proof that it was paid. */
export function WithdrawalEvidence({ request, at }: WithdrawalEvidenceProps) {
  const { paymentDetails, proofOfPayment: proof, adminImages } = request;
  return (
    <Evidence aria-label={text.evidence}>
      {"image" in paymentDetails && (
        <Picture title={text.paymentCode} src={paymentDetails.image} alt={text.paymentCodeOf(request.user.name)} />
      )}
      {proof && (
        <Picture
          title={text.proof}
          src={`/api/withdrawal/user/proof/${proof.filename}`}
          alt={text.proof}
          message={proof.adminMessage}
          when={at(proof.uploadedAt)}
        />
      )}
      {adminImages.map(({ filename, message, uploadedAt }) => (
        <Picture
          key={filename}
          title={text.adminImage}
          src={`/api/withdrawal/admin/image/${filename}`}
          alt={message || text.adminImage}
          message={message}
          when={at(uploadedAt)}
        />
      ))}
    </Evidence>
  );
}

type PictureProps = { title: string; src: string; alt: string; message?: string; when?: string };

function Picture({ title, src, alt, message, when }: PictureProps) {
  return (
    <section>
      <SectionTitle>{title}</SectionTitle>
      <Figure>
        <img src={src} alt={alt} />
        {when && (
          <figcaption>
            {message}
            <span className="num">{when}</span>
          </figcaption>
        )}
      </Figure>
    </section>
  );
}
