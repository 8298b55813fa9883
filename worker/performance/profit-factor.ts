import type { TradeTotals } from "./trade-totals.ts";

/**
 * Profit factor: gross profit divided by gross loss.
 * Source: MetaTrader 5 help, "Trading report", https://www.metatrader5.com/en/terminal/help/startworking/report
 *
 * @returns 0 without a winning trade; null without a loss, because the quotient is infinite
 */
export function profitFactor({ grossProfitCents, grossLossCents }: TradeTotals): number | null {
  if (grossProfitCents === 0) return 0;
  return grossLossCents === 0 ? null : grossProfitCents / grossLossCents;
}
