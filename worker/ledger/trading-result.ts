/**
 * The profit or loss of an account from trading, in cents: all that is or was its owner's, minus what they deposited.
 * @param money.balanceCents what can be spent
 * @param money.heldCents what is held for pending withdrawals
 * Source: design section 6, "Total P&L"
 */
export function tradingResultCents(money: {
  balanceCents: number;
  heldCents: number;
  totalDepositsCents: number;
  totalWithdrawalsCents: number;
}): number {
  return money.balanceCents + money.heldCents + money.totalWithdrawalsCents - money.totalDepositsCents;
}
