import { centsOfParts, marginCentsOf, proportionCents } from "./demo-arithmetic.ts";
import { commissionCentsOf } from "./demo-costs.ts";
import { recordFill } from "./demo-fill.ts";
import { resultParts, usedMarginCents } from "./demo-margin.ts";
import { closingPrice, closingSide } from "./demo-quotes.ts";
import type { DemoPosition, DemoRun } from "./demo-state.ts";
import type { DemoRule, MarketQuote } from "./demo-types.ts";
import { changeRun, type DemoWork, runOf } from "./demo-work.ts";

/** How a position is closed. `asked`: the level that was reached; null where there was none. */
export type Closing = { units: number; quote: MarketQuote; rule: DemoRule; asked: number | null };

/** Closes a position, or a part of it, at a quote. */
export function closePosition(work: DemoWork, position: DemoPosition, { units, quote, rule, asked }: Closing): void {
  const run = runOf(work);
  const price = closingPrice(quote, position.side, run.costs);
  const commissionCents = commissionCentsOf({ symbol: position.symbol, units, price }, run.costsVersion);
  const attributedCostCents = proportionCents(position.openCostCents, { units, remaining: position.units });
  const closedBefore = BigInt(position.closedParts);
  const closedAfter = closedBefore + resultParts(position, units, price);
  const profitCents = centsOfParts(position.symbol, closedAfter) - centsOfParts(position.symbol, closedBefore);
  const balanceCents = run.balanceCents + profitCents - commissionCents;
  const positions = positionsAfterClosing(run, position, { units, price, attributedCostCents });
  changeRun(work, {
    balanceCents,
    profitCents: run.profitCents + profitCents,
    commissionCents: run.commissionCents + commissionCents,
    closed: run.closed + 1,
    positions,
  });
  recordFill(work, {
    kind: "close",
    positionId: position.id,
    symbol: position.symbol,
    side: closingSide(position.side),
    units,
    price,
    rule,
    quote,
    asked,
    commissionCents,
    profitCents,
    attributedCostCents,
    balanceCents,
    marginBeforeCents: usedMarginCents(run),
    marginAfterCents: usedMarginCents({ positions }),
    extreme: rule === "trailing_stop" ? position.extreme : null,
  });
}

/** The positions of a run after one of them, or a part of it, was closed. */
export function positionsAfterClosing(
  { positions, leverage }: DemoRun,
  closed: DemoPosition,
  part: { units: number; price: number; attributedCostCents: number },
): DemoPosition[] {
  const units = closed.units - part.units;
  if (units === 0) return positions.filter(({ id }) => id !== closed.id);
  const rest: DemoPosition = {
    ...closed,
    units,
    openCostCents: closed.openCostCents - part.attributedCostCents,
    closedParts: String(BigInt(closed.closedParts) + resultParts(closed, part.units, part.price)),
    marginCents: marginCentsOf({ symbol: closed.symbol, units, price: closed.entryPrice }, leverage),
    version: closed.version + 1,
  };
  return positions.map((one) => (one.id === closed.id ? rest : one));
}
