import { depositReceiptPath } from "../state/routes.ts";
import { ArrowDownLeft } from "../ui/icon.tsx";
import { MovementAmount } from "../ui/list/movement-amount.tsx";
import type { Movement } from "../ui/list/movement-rows.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { DepositBadge } from "./deposit-badge.tsx";
import type { Deposit } from "./deposit-calls.ts";
import { broughtUsd } from "./deposit-sums.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { reviewNote } from "./review-text.ts";

/** Converts a deposit to a row of the list of movements. */
export function depositMovement(deposit: Deposit): Movement {
  return {
    id: deposit._id,
    icon: ArrowDownLeft,
    name: DEPOSIT_TEXT.khqrDeposit,
    detail: (
      <>
        {DEPOSIT_TEXT.reference} <DepositReference deposit={deposit} />
      </>
    ),
    at: deposit.createdAt,
    badge: <DepositBadge deposit={deposit} />,
    amount: <DepositAmount deposit={deposit} />,
    note: deposit.review && reviewNote(deposit.review, deposit.amount),
  };
}

/** A deposit's bill number, linked to the receipt of a paid one, which says when it was reversed. */
export function DepositReference({ deposit: { billNumber, status } }: { deposit: Deposit }) {
  if (status !== "paid") return billNumber;
  return (
    <TextLink tone="accent" href={depositReceiptPath(billNumber)} aria-label={DEPOSIT_TEXT.receipt.of(billNumber)}>
      {billNumber}
    </TextLink>
  );
}

/** The amount of a deposit: signed once it is credited, unsigned while pending, muted when it ended without a credit or was reversed. */
export function DepositAmount({ deposit }: { deposit: Deposit }) {
  const { amount, status, reversedAt } = deposit;
  const creditedUsd = broughtUsd(deposit);
  if (reversedAt !== null) return <MovementAmount usd={creditedUsd} state="ended" />;
  if (creditedUsd > 0) return <MovementAmount usd={creditedUsd} state="moved" />;
  return <MovementAmount usd={amount} state={status === "pending" ? "pending" : "ended"} />;
}
