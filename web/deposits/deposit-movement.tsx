import { ArrowDownLeft } from "../ui/icon.tsx";
import type { Movement } from "../ui/movement-rows.tsx";
import { DepositAmount } from "./deposit-amount.tsx";
import { DepositBadge } from "./deposit-badge.tsx";
import type { Deposit } from "./deposit-calls.ts";
import { DepositReference } from "./deposit-reference.tsx";
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
