import { dollarsFromCents } from "../contract/money.ts";
import { withdrawalNumber } from "../contract/withdrawal-number.ts";
import type { MovementRow } from "./statement-store.ts";

/** What moved money of a trader. */
export type MovementKind =
  | "deposit"
  | "withdrawal_requested"
  | "withdrawal_paid"
  | "withdrawal_returned"
  | "trading_result"
  | "trading_result_reversed"
  | "payout_returned"
  | "deposit_reversed"
  | "receivable_collected"
  | "correction";

/** Money that can be spent, and money on hold for withdrawals. */
export type Balances = { available: number; held: number };

/** Which total a movement counts in. What was reversed, or collected of it, was no deposit; what came back was not withdrawn. */
const TOTAL_OF: Record<MovementRow["kind"], "deposits" | "withdrawals" | "trading" | "corrections"> = {
  deposit: "deposits",
  exception_credited: "deposits",
  deposit_reversed: "deposits",
  receivable_collected: "deposits",
  withdrawal: "withdrawals",
  payout_returned: "withdrawals",
  trades: "trading",
  correction: "corrections",
  // These move no trader's money.
  fee: "corrections",
  adjustment: "corrections",
  exception_received: "deposits",
  exception_refunded: "deposits",
  exception_released: "deposits",
};

/**
 * The movements of a period with the balances after each, and what it opened and closed with; dollars.
 * @param openingCents the balances before the first row, in cents
 * @param rows oldest first
 */
export function statementOf(openingCents: { availableCents: number; heldCents: number }, rows: readonly MovementRow[]) {
  let { availableCents, heldCents } = openingCents;
  const totalsCents = { deposits: 0, withdrawals: 0, trading: 0, corrections: 0 };
  const movements = rows.map((row) => {
    availableCents += row.availableCents;
    heldCents += row.heldCents;
    const bothCents = row.availableCents + row.heldCents;
    totalsCents[TOTAL_OF[row.kind]] += bothCents;
    return {
      at: new Date(row.atMs).toISOString(),
      kind: kindOf(row),
      reference: referenceOf(row),
      change: balances(row),
      after: balances({ availableCents, heldCents }),
    };
  });
  return {
    opening: balances(openingCents),
    movements,
    closing: balances({ availableCents, heldCents }),
    /** What the period added of each: money paid in, money paid out (below zero), the results of trades, and corrections. */
    totals: {
      deposits: dollarsFromCents(totalsCents.deposits),
      withdrawals: dollarsFromCents(totalsCents.withdrawals),
      trading: dollarsFromCents(totalsCents.trading),
      corrections: dollarsFromCents(totalsCents.corrections),
    },
  };
}

function balances({ availableCents, heldCents }: { availableCents: number; heldCents: number }): Balances {
  return { available: dollarsFromCents(availableCents), held: dollarsFromCents(heldCents) };
}

function kindOf({ kind, reference }: Pick<MovementRow, "kind" | "reference">): MovementKind {
  const step = reference.split(":")[2];
  switch (kind) {
    case "deposit":
    case "exception_credited":
      return "deposit";
    case "withdrawal":
      if (step === "complete") return "withdrawal_paid";
      return step === "reject" ? "withdrawal_returned" : "withdrawal_requested";
    case "trades":
      return step === "reverse" ? "trading_result_reversed" : "trading_result";
    case "payout_returned":
    case "deposit_reversed":
    case "receivable_collected":
      return kind;
    default:
      return "correction";
  }
}

/** What its owner knows it by: the number of a deposit's code or of a withdrawal, or the name of a file of trades. */
function referenceOf({ billNumber, withdrawal, fileName }: MovementRow): string {
  return billNumber ?? (withdrawal === null ? null : withdrawalNumber(withdrawal)) ?? fileName ?? "";
}
