import { depositReceiptPath } from "../state/routes.ts";
import { TextLink } from "../ui/text-link.tsx";
import type { Deposit } from "./deposit-calls.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

/** A deposit's bill number, linked to the receipt where it is paid. */
export function DepositReference({
  deposit: { billNumber, status },
}: {
  deposit: Pick<Deposit, "billNumber" | "status">;
}) {
  if (status !== "paid") return billNumber;
  return (
    <TextLink tone="accent" href={depositReceiptPath(billNumber)} aria-label={DEPOSIT_TEXT.receipt.of(billNumber)}>
      {billNumber}
    </TextLink>
  );
}
