/**
 * What trading made of an account, in cents: all that is or was its owner's, without what they paid in.
 * @param money.balanceCents what can be spent
 * @param money.heldCents    what is set aside for requests
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
