import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { type DemoSide, type DemoTrade, notionalUsd } from "./demo-trading-rules.ts";

/** The open positions of one symbol on one side, summed up. */
export type Exposure = {
  /** Units of the traded symbol. */
  amount: number;
  /** The mean entry weighted by amount, dollars per unit; null without a position. */
  averageEntry: number | null;
  /** Dollars at the market price. */
  valueUsd: number;
  /** Share of the equity, in percent; null without equity. */
  equityPercent: number | null;
};

/** Sums up the open positions of a symbol on one side. */
export function exposureOf(
  trades: readonly DemoTrade[],
  { symbol, type, price, equityUsd }: { symbol: TradedSymbol; type: DemoSide; price: number; equityUsd: number },
): Exposure {
  const positions = trades.filter((trade) => trade.status === "open" && trade.symbol === symbol && trade.type === type);
  const amount = positions.reduce((sum, trade) => sum + trade.amount, 0);
  const paid = positions.reduce((sum, trade) => sum + trade.amount * trade.price, 0);
  const valueUsd = notionalUsd({ symbol, amount, price });
  return {
    amount,
    averageEntry: amount > 0 ? paid / amount : null,
    valueUsd,
    equityPercent: equityUsd > 0 ? (valueUsd * 100) / equityUsd : null,
  };
}
