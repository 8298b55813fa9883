import { marginCentsOf } from "./demo-arithmetic.ts";
import { commissionCentsOf } from "./demo-costs.ts";
import { recordFill } from "./demo-fill.ts";
import { usedMarginCents } from "./demo-margin.ts";
import { limitOf } from "./demo-orders.ts";
import { closingPrice, sidePrice } from "./demo-quotes.ts";
import type { DemoPosition, DemoRun } from "./demo-state.ts";
import type { DemoOrder, MarketQuote } from "./demo-types.ts";
import { changeRun, type DemoWork, removeOrder, runOf } from "./demo-work.ts";

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

/** Fills an order at a quote: its position opens, and the order no longer rests. */
export function openPosition(work: DemoWork, order: DemoOrder, quote: MarketQuote): void {
  const run = runOf(work);
  const price = sidePrice(quote, order.side, run.costs);
  const valued = { symbol: order.symbol, units: order.units, price };
  const commissionCents = commissionCentsOf(valued, run.costsVersion);
  const marginCents = marginCentsOf(valued, run.leverage);
  const marginBeforeCents = usedMarginCents(run);
  const balanceCents = run.balanceCents - commissionCents;
  const opening = { at: work.at, quote, price, commissionCents, marginCents };

  removeOrder(work, order.id);
  changeRun(work, {
    balanceCents,
    commissionCents: run.commissionCents + commissionCents,
    opened: run.opened + 1,
    positions: withPosition(run, openedPosition(run, order, opening)),
  });
  recordFill(work, {
    kind: "open",
    positionId: order.id,
    symbol: order.symbol,
    side: order.side,
    units: order.units,
    price,
    rule: order.type,
    quote,
    asked: order.type === "stop" ? order.price : limitOf(order),
    commissionCents,
    profitCents: null,
    attributedCostCents: null,
    balanceCents,
    marginBeforeCents,
    marginAfterCents: marginBeforeCents + marginCents,
    extreme: null,
  });
}
