import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import type { DemoSide, DemoTrade } from "./demo-trading-rules.ts";

/** What somebody holds of one symbol on one side. */
export type Exposure = {
  /** Units of what is traded. */
  amount: number;
  /** The mean entry by amount, dollars a unit; null while nothing is held. */
  averageEntry: number | null;
  /** Dollars at the market's price. */
  valueUsd: number;
  /** Share of the equity, in percent; null without equity. */
  equityPercent: number | null;
};

/** What is held of a symbol on one side, at a price. */
export function exposureOf(
  trades: readonly DemoTrade[],
  { symbol, type, price, equityUsd }: { symbol: TradedSymbol; type: DemoSide; price: number; equityUsd: number },
): Exposure {
  const held = trades.filter((trade) => trade.status === "open" && trade.symbol === symbol && trade.type === type);
  const amount = held.reduce((sum, trade) => sum + trade.amount, 0);
  const paid = held.reduce((sum, trade) => sum + trade.amount * trade.price, 0);
  const valueUsd = amount * price;
  return {
    amount,
    averageEntry: amount > 0 ? paid / amount : null,
    valueUsd,
    equityPercent: equityUsd > 0 ? (valueUsd * 100) / equityUsd : null,
  };
}
