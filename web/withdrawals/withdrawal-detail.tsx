import { styled } from "goober";
import { CopyButton } from "../ui/copy-button.tsx";
import { media, type } from "../ui/theme.ts";
import { useNow } from "../ui/use-now.ts";
import { EvidenceImage } from "./evidence-image.tsx";
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

const Facts = styled("dl")`
  ${type.dense}
  display: grid;
  grid-template-columns: max-content minmax(0, 80ch);
  gap: 6px 16px;
  & > dt {
    color: var(--muted);
  }
  & > dd {
    display: flex;
    align-items: center;
    gap: 4px;
    min-width: 0;
    overflow-wrap: anywhere;
    white-space: pre-line;
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

/** Everything about one request: its tracker, why it stands where it stands, what was written and what was shown. */
export function WithdrawalDetail({ withdrawal, timeZone }: { withdrawal: Withdrawal; timeZone: string }) {
  const { proofOfPayment, adminImages } = withdrawal;
  const nowMs = useNow(null);
  const sentences = whatHappensNext(withdrawal, { nowMs, timeZone });
  const isRefused = withdrawal.status === "rejected" && !withdrawal.cancelledByUser;
  return (
    <Frame>
      {proofOfPayment && (
        <EvidenceImage
          src={`/api/withdrawal/user/proof/${proofOfPayment.filename}`}
          title={proofOfPayment.adminMessage || WITHDRAWAL_TEXT.proofTitle}
        />
      )}
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
        <WithdrawalFacts withdrawal={withdrawal} />
        {adminImages.length > 0 && (
          <Images>
            {adminImages.map(({ filename, message }) => (
              <li key={filename}>
                <EvidenceImage
                  src={`/api/withdrawal/admin/image/${filename}`}
                  title={WITHDRAWAL_TEXT.adminImage(message)}
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
        <>
          <dt>{WITHDRAWAL_TEXT.paymentId}</dt>
          <dd>
            {paymentId}
            <CopyButton text={paymentId} what={WITHDRAWAL_TEXT.copiedPaymentId} />
          </dd>
        </>
      )}
      {proofOfPayment?.adminMessage && (
        <>
          <dt>{WITHDRAWAL_TEXT.proofTitle}</dt>
          <dd>{proofOfPayment.adminMessage}</dd>
        </>
      )}
      {adminNotes && rejectReason === null && (
        <>
          <dt>{WITHDRAWAL_TEXT.adminNote}</dt>
          <dd>{adminNotes}</dd>
        </>
      )}
      <dt>{WITHDRAWAL_TEXT.yourMessage}</dt>
      <dd>{requestMessage}</dd>
      {"image" in paymentDetails ? (
        <>
          <dt>{WITHDRAWAL_TEXT.khqrImage}</dt>
          <dd>
            <EvidenceImage src={paymentDetails.image} title={WITHDRAWAL_TEXT.khqrImage} />
          </dd>
        </>
      ) : (
        <>
          <dt>{WITHDRAWAL_TEXT.bank}</dt>
          <dd>{paymentDetails.bankName}</dd>
          <dt>{WITHDRAWAL_TEXT.accountNumber}</dt>
          <dd>{paymentDetails.accountId}</dd>
        </>
      )}
    </Facts>
  );
}
