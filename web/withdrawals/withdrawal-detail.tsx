import { styled } from "goober";
import type { ReactNode } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { media, type } from "../ui/theme.ts";
import { useMinute } from "../ui/use-now.ts";
import { EvidenceImage } from "./evidence-image.tsx";
import { IdentityFirst } from "./identity-first.tsx";
import { proofOf } from "./proof-of-payment.tsx";
import { Refusal } from "./refusal.tsx";
import { Tracker } from "./tracker.tsx";
import { trackerSteps } from "./tracker-steps.ts";
import { whatHappensNext } from "./what-happens-next.ts";
import type { Withdrawal } from "./withdrawal-calls.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const Frame = styled("div")`
  display: flex;
  gap: 24px;
  white-space: normal;
  & > div {
    flex: 1;
    display: grid;
    gap: 16px;
    min-width: 0;
  }
  ${media.phone} {
    flex-direction: column;
    gap: 16px;
  }
`;

const Sentences = styled("ul")`
  ${type.dense}
  display: grid;
  gap: 4px;
  max-width: 80ch;
  color: var(--muted);
  & > li:first-child {
    color: var(--text);
  }
`;

/** Two columns where there is room. */
const Facts = styled("dl")`
  ${type.dense}
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(max(320px, 40%), 1fr));
  gap: 6px 32px;
  & > div {
    display: grid;
    grid-template-columns: 112px minmax(0, 1fr);
    align-items: start;
    gap: 0 12px;
  }
  & dt {
    color: var(--muted);
  }
  & dd {
    display: flex;
    align-items: center;
    gap: 4px;
    min-width: 0;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  & dd > button {
    margin: -4px 0;
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Images = styled("ul")`
  ${type.caption}
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  color: var(--muted);
  & > li {
    width: 120px;
    overflow-wrap: anywhere;
  }
  & > li > span {
    display: block;
    margin-top: 6px;
  }
`;

/** All details of one withdrawal: its tracker, the explanation of its status, messages and images. */
export function WithdrawalDetail({ withdrawal, timeZone }: { withdrawal: Withdrawal; timeZone: string }) {
  const proof = proofOf(withdrawal);
  const { adminImages } = withdrawal;
  const nowMs = useMinute();
  const sentences = whatHappensNext(withdrawal, { nowMs, timeZone });
  const isRefused = withdrawal.status === "rejected" && !withdrawal.cancelledByUser;
  return (
    <Frame>
      {proof && <EvidenceImage evidence={proof} />}
      <div>
        <Tracker steps={trackerSteps(withdrawal)} timeZone={timeZone} />
        {isRefused ? (
          <Refusal reason={withdrawal.rejectReason ?? "other"} note={withdrawal.adminNotes} sentences={sentences} />
        ) : (
          <Sentences>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Sentences>
        )}
        {withdrawal.status === "pending" && <IdentityFirst />}
        <WithdrawalFacts withdrawal={withdrawal} />
        {adminImages.length > 0 && (
          <Images>
            {adminImages.map(({ filename, message }) => (
              <li key={filename}>
                <EvidenceImage
                  evidence={{
                    src: `/api/withdrawal/admin/image/${filename}`,
                    title: message || WITHDRAWAL_TEXT.adminImage,
                    saveAs: "withdrawal-image",
                  }}
                />
                {message && <span>{message}</span>}
              </li>
            ))}
          </Images>
        )}
      </div>
    </Frame>
  );
}

function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { paymentId, adminNotes, requestMessage, paymentDetails, proofOfPayment, rejectReason } = withdrawal;
  return (
    <Facts>
      {paymentId !== null && (
        <Fact name={WITHDRAWAL_TEXT.paymentId}>
          {paymentId}
          <CopyButton text={paymentId} what={WITHDRAWAL_TEXT.copiedPaymentId} />
        </Fact>
      )}
      {proofOfPayment?.adminMessage && <Fact name={WITHDRAWAL_TEXT.proofTitle}>{proofOfPayment.adminMessage}</Fact>}
      {/* A rejection shows the note itself. */}
      {adminNotes && rejectReason === null && <Fact name={WITHDRAWAL_TEXT.adminNote}>{adminNotes}</Fact>}
      <Fact name={WITHDRAWAL_TEXT.yourMessage}>{requestMessage}</Fact>
      {"image" in paymentDetails ? (
        <Fact name={WITHDRAWAL_TEXT.destination}>
          <EvidenceImage
            evidence={{ src: paymentDetails.image, title: WITHDRAWAL_TEXT.khqrImage, saveAs: "khqr-code" }}
          />
        </Fact>
      ) : (
        <Fact name={WITHDRAWAL_TEXT.destination}>
          {paymentDetails.bankName}, {paymentDetails.accountId}
        </Fact>
      )}
    </Facts>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
