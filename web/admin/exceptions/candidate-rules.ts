import type { TraderContext } from "../trader/trader-types.ts";
import type { AdminException } from "./exception-types.ts";

type Deposit = TraderContext["deposits"]["last"][number];
type Payment = Pick<AdminException, "paidAmount" | "paidCurrency"> & {
  deposit: Pick<AdminException["deposit"], "_id">;
};

/** `own`: the payment used this deposit's code; `same_sum`: an unpaid deposit of exactly this amount. */
export type Candidate = { deposit: Deposit; why: "own" | "same_sum" };

/**
 * The deposits that a payment may have been meant for: the one whose code was paid, then unpaid ones of the same
 * amount. Pure.
 * @param deposits the trader's deposits, newest first
 */
export function depositCandidates(
  { deposit, paidAmount, paidCurrency }: Payment,
  deposits: readonly Deposit[],
): Candidate[] {
  const own = deposits.filter(({ _id }) => _id === deposit._id);
  const ofSum = deposits.filter(
    ({ _id, amount, status }) =>
      _id !== deposit._id && status !== "paid" && paidCurrency === "USD" && amount === paidAmount,
  );
  return [
    ...own.map((one) => ({ deposit: one, why: "own" as const })),
    ...ofSum.map((one) => ({ deposit: one, why: "same_sum" as const })),
  ];
}
