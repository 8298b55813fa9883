import { ItemQuestions } from "../questions/item-questions.tsx";
import { ROUTE, settingsPath } from "../state/routes.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Callout } from "../ui/callout.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Facts } from "../ui/facts.tsx";
import { ViewableImage } from "../ui/image/viewable-image.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { useMinute } from "../ui/use-now.ts";
import { IdentityFirst } from "./identity-first.tsx";
import { Tracker } from "./tracker.tsx";
import { trackerSteps } from "./tracker-steps.ts";
import { whatHappensNext } from "./what-happens-next.ts";
import type { Withdrawal } from "./withdrawal-calls.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** All details of one withdrawal: its tracker, the explanation of its status, messages and images. */
export function WithdrawalDetail({ withdrawal, timeZone }: { withdrawal: Withdrawal; timeZone: string }) {
  const proof = proofOf(withdrawal);
  const { adminImages } = withdrawal;
  const nowMs = useMinute();
  const sentences = whatHappensNext(withdrawal, { nowMs, timeZone });
  const isRefused = withdrawal.status === "rejected" && !withdrawal.cancelledByUser;
  return (
    <Row align="start" gap={24} phone={{ direction: "column", align: "stretch", gap: 16 }}>
      {proof && <ViewableImage isThumbnail {...proof} />}
      <Stack grow gap={16} minWidth={0}>
        <Tracker steps={trackerSteps(withdrawal)} timeZone={timeZone} />
        {isRefused ? (
          <Refusal reason={withdrawal.rejectReason ?? "other"} note={withdrawal.adminNotes} sentences={sentences} />
        ) : (
          <Stack as="ul" gap={4} maxWidth="80ch" size="dense" tone="muted">
            {sentences.map((sentence, index) => (
              <Text key={sentence} as="li" tone={index === 0 ? "text" : undefined}>
                {sentence}
              </Text>
            ))}
          </Stack>
        )}
        <ItemQuestions timeZone={timeZone} about={{ kind: "withdrawal", id: withdrawal._id }} />
        {withdrawal.status === "pending" && <IdentityFirst />}
        <WithdrawalFacts withdrawal={withdrawal} />
        {adminImages.length > 0 && (
          <Row as="ul" wrap align="start" gap={12} size="caption" tone="muted">
            {adminImages.map(({ filename, message }) => (
              <Stack key={filename} as="li" gap={6} width={120} breaks="anywhere">
                <ViewableImage
                  isThumbnail
                  src={`/api/withdrawal/admin/image/${filename}`}
                  title={message || WITHDRAWAL_TEXT.adminImage}
                  saveAs="withdrawal-image"
                />
                {message}
              </Stack>
            ))}
          </Row>
        )}
      </Stack>
    </Row>
  );
}

/** The proof of a payment as an image; null without any. */
export function proofOf({ proofOfPayment, paymentId }: Withdrawal) {
  return (
    proofOfPayment && {
      src: `/api/withdrawal/user/proof/${proofOfPayment.filename}`,
      title: proofOfPayment.adminMessage || WITHDRAWAL_TEXT.proofTitle,
      saveAs: `proof-${paymentId}`,
    }
  );
}

/** A reason that an admin can reject a withdrawal for. */
type RejectReason = keyof typeof WITHDRAWAL_TEXT.rejectReason;

const REPAIRED_AT: Record<Exclude<RejectReason, "other">, string> = {
  wrong_details: ROUTE.profile,
  identity_needed: ROUTE.profile,
  suspicious: settingsPath("security"),
  over_limit: ROUTE.accountWithdraw,
};

type RefusalProps = {
  reason: RejectReason;
  note: string | null;
  /** Sentences about where the money is. */
  sentences: readonly string[];
};

/** A rejection: the reason, the admin's note, where the money is, and a link to the page that resolves it. */
function Refusal({ reason, note, sentences }: RefusalProps) {
  const label = WITHDRAWAL_TEXT.repair[reason];
  const repair =
    reason === "other" ? (
      <ButtonAnchor href={ROUTE.support}>{label}</ButtonAnchor>
    ) : (
      <ButtonLink href={REPAIRED_AT[reason]}>{label}</ButtonLink>
    );
  return (
    <Callout tone="down" action={repair}>
      <b>{WITHDRAWAL_TEXT.rejectReason[reason]}</b>
      {note && <p>{note}</p>}
      <p>{sentences.join(" ")}</p>
    </Callout>
  );
}

function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { number, paymentId, adminNotes, requestMessage, paymentDetails, holder, proofOfPayment, rejectReason } =
    withdrawal;
  return (
    <Facts
      arrange="columns"
      facts={[
        {
          name: WITHDRAWAL_TEXT.number,
          value: number,
          after: <CopyButton text={number} what={WITHDRAWAL_TEXT.copiedNumber} />,
        },
        {
          name: WITHDRAWAL_TEXT.paymentId,
          value: paymentId,
          after: paymentId !== null && <CopyButton text={paymentId} what={WITHDRAWAL_TEXT.copiedPaymentId} />,
        },
        { name: WITHDRAWAL_TEXT.proofTitle, value: proofOfPayment?.adminMessage || null },
        // A rejection shows the note itself.
        { name: WITHDRAWAL_TEXT.adminNote, value: rejectReason === null && (adminNotes || null) },
        { name: WITHDRAWAL_TEXT.yourMessage, value: requestMessage },
        { name: WITHDRAWAL_TEXT.holder, value: holder },
        {
          name: WITHDRAWAL_TEXT.destination,
          value:
            "image" in paymentDetails ? (
              <ViewableImage
                isThumbnail
                src={paymentDetails.image}
                title={WITHDRAWAL_TEXT.khqrImage}
                saveAs="khqr-code"
              />
            ) : (
              `${paymentDetails.bankName}, ${paymentDetails.accountId}`
            ),
        },
      ]}
    />
  );
}
