import { Text } from "../ui/layout.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { accountEnding, type Destination } from "./payment-destination.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** An account number with only its last four characters visible, after two dots. */
export function MaskedAccount({ accountId }: { accountId: string }) {
  const ending = accountEnding(accountId);
  return (
    <>
      <VisuallyHidden>
        {ending === null ? WITHDRAWAL_TEXT.hiddenAccount : WITHDRAWAL_TEXT.ending(ending)}
      </VisuallyHidden>
      <span aria-hidden="true">
        <Text as="span" tone="muted">
          ••
        </Text>{" "}
        {ending}
      </span>
    </>
  );
}

/** A short name of a withdrawal's destination: `ACLEDA Bank •• 4471`, `KHQR code`. */
export function DestinationName({ paymentDetails }: Pick<Destination, "paymentDetails">) {
  if ("image" in paymentDetails) return WITHDRAWAL_TEXT.khqrCode;
  return (
    <>
      {paymentDetails.bankName} <MaskedAccount accountId={paymentDetails.accountId} />
    </>
  );
}
