import { ArrowUpRight } from "../ui/icon.tsx";
import { MovementAmount } from "../ui/list/movement-amount.tsx";
import type { Movement } from "../ui/list/movement-rows.tsx";
import { DestinationName } from "./destination-name.tsx";
import { WithdrawalBadge } from "./withdrawal-badge.tsx";
import type { Withdrawal } from "./withdrawal-calls.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** Converts a withdrawal to a row of the list of movements. */
export function withdrawalMovement(withdrawal: Withdrawal): Movement {
  return {
    id: withdrawal._id,
    icon: ArrowUpRight,
    name: WITHDRAWAL_TEXT.withdrawal,
    detail: <DestinationName paymentDetails={withdrawal.paymentDetails} />,
    at: withdrawal.createdAt,
    badge: <WithdrawalBadge withdrawal={withdrawal} />,
    amount: <WithdrawalAmount withdrawal={withdrawal} />,
  };
}

/** The amount of a withdrawal: signed, or muted without a sign after a rejection or a return, when the money is back in the balance. */
export function WithdrawalAmount({ withdrawal: { amount, status, returnedAt } }: { withdrawal: Withdrawal }) {
  return <MovementAmount usd={-amount} state={status === "rejected" || returnedAt !== null ? "ended" : "moved"} />;
}
