import type { TradeTotals } from "./trade-totals.ts";

/**
 * Profit factor: gross profit divided by gross loss.
 * Source: MetaTrader 5 help, "Trading report", https://www.metatrader5.com/en/terminal/help/startworking/report
 *
 * @returns 0 without a winning trade; null without a loss, because the quotient is infinite
 */
export function profitFactor({ grossProfitUnits, grossLossUnits }: TradeTotals): number | null {
  if (grossProfitUnits === 0) return 0;
  return grossLossUnits === 0 ? null : grossProfitUnits / grossLossUnits;
}
