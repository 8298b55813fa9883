/**
 * The profit or loss of an account from trading, in cents: all that is or was its owner's, minus what they deposited.
 * @param money.balanceCents what can be spent
 * @param money.heldCents what is held for pending withdrawals
 * @param money.receivableCents what they owe of reversed deposits, zero or less
 * @param money.totalDepositsCents without what was reversed
 * @param money.totalWithdrawalsCents without what was returned
 * Source: design section 6, "Total P&L"
 */
export function tradingResultCents(money: {
  balanceCents: number;
  heldCents: number;
  receivableCents: number;
  totalDepositsCents: number;
  totalWithdrawalsCents: number;
}): number {
  return (
    money.balanceCents +
    money.heldCents +
    money.receivableCents +
    money.totalWithdrawalsCents -
    money.totalDepositsCents
  );
}
