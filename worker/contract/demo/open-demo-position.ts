import { closingPrice } from "./demo-quotes.ts";
import type { DemoPosition, DemoRun } from "./demo-state.ts";
import type { DemoOrder, MarketQuote } from "./demo-types.ts";

/** How an order was filled. Cents, and epoch ms. */
export type Opening = { at: number; quote: MarketQuote; price: number; commissionCents: number; marginCents: number };

/** The position of an order that was filled. */
export function openedPosition(
  { costs }: DemoRun,
  order: DemoOrder,
  { at, quote, price, commissionCents, marginCents }: Opening,
): DemoPosition {
  return {
    id: order.id,
    symbol: order.symbol,
    side: order.side,
    units: order.units,
    entryPrice: price,
    openedAt: at,
    armedSeq: Math.max(order.armedSeq, quote.seq),
    version: 1,
    stop: order.stop,
    target: order.target,
    trail: order.trail,
    extreme: order.trail === null ? null : { price: closingPrice(quote, order.side, costs), seq: quote.seq },
    marginCents,
    openCostCents: commissionCents,
    closedParts: "0",
  };
}

/** The positions of a run with another one, by number. */
export function withPosition({ positions }: DemoRun, position: DemoPosition): DemoPosition[] {
  return [...positions, position].sort((a, b) => a.id - b.id);
}
