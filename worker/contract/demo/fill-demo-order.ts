import { marginCentsOf } from "./demo-arithmetic.ts";
import { commissionCentsOf } from "./demo-costs.ts";
import { recordFill } from "./demo-fill.ts";
import { usedMarginCents } from "./demo-margin.ts";
import { limitOf } from "./demo-orders.ts";
import { lockedPlanProperty } from "./demo-plan.ts";
import { sidePrice } from "./demo-quotes.ts";
import type { DemoOrder, MarketQuote } from "./demo-types.ts";
import { changeRun, type DemoWork, removeOrder, runOf } from "./demo-work.ts";
import { openedPosition, withPosition } from "./open-demo-position.ts";

/** Fills an order at a quote: its position opens, and the order no longer rests. */
export function fillOrder(work: DemoWork, order: DemoOrder, quote: MarketQuote): void {
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
    ...lockedPlanProperty(order, { price, costsVersion: run.costsVersion }),
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
