import { dollarsFromCents } from "../../contract/money.ts";
import { tradingResultCents } from "../../ledger/trading-result.ts";

type MoneyRow = {
  balanceCents: number;
  heldCents: number;
  receivableCents: number;
  totalDepositsCents: number;
  totalWithdrawalsCents: number;
};

/**
 * A trader's money as every admin response shows it, in dollars.
 *
 * `balance` is the ledger's `available` account: what the trader can spend, and what their own screens call the
 * balance. The money of pending and approved withdrawals is not in it but in `held`.
 * Source: design section 5
 */
export function traderMoneyView(row: MoneyRow) {
  return {
    balance: dollarsFromCents(row.balanceCents),
    held: dollarsFromCents(row.heldCents),
    /** What the trader owes of reversed deposits: their open withdrawals wait until it is collected. */
    owed: dollarsFromCents(-row.receivableCents),
    deposited: dollarsFromCents(row.totalDepositsCents),
    withdrawn: dollarsFromCents(row.totalWithdrawalsCents),
    tradingResult: dollarsFromCents(tradingResultCents(row)),
  };
}
