/**
 * The equity of a run, and the margin that is bound.
 * Source: docs/demo-engine.md, "Margin" and "Orders"
 */

import { centsOfParts, marginCentsOf, notionalCents, type Valued, valueParts } from "./demo-arithmetic.ts";
import { PRICE_STEPS } from "./demo-bounds.ts";
import { commissionCentsOf } from "./demo-costs.ts";
import { closingPrice, lastPrice, SIGN } from "./demo-quotes.ts";
import type { DemoPosition, DemoRun, DemoState } from "./demo-state.ts";

/** The sum of the positions' margins, in cents. */
export function usedMarginCents({ positions }: Pick<DemoRun, "positions">): number {
  return positions.reduce((sum, { marginCents }) => sum + marginCents, 0);
}

/** The unrounded result of some units of a position closed at a price, in parts of a cent. */
export function resultParts(
  { side, entryPrice }: Pick<DemoPosition, "side" | "entryPrice">,
  units: number,
  price: number,
): bigint {
  return valueParts(units, SIGN[side] * (price - entryPrice));
}

/** Returns the profit of a position's remaining units at a price, in cents, so that all its parts add up to the cent. */
export function floatingCentsAt(position: DemoPosition, price: number): number {
  const closed = BigInt(position.closedParts);
  const whole = closed + resultParts(position, position.units, price);
  return centsOfParts(position.symbol, whole) - centsOfParts(position.symbol, closed);
}

/** The floating result of a position at its symbol's last price, in cents; zero where there is none. */
export function floatingCents(state: DemoState, run: DemoRun, position: DemoPosition): number {
  const quote = lastPrice(state, position.symbol);
  return quote ? floatingCentsAt(position, closingPrice(quote, position.side, run.costs)) : 0;
}

/** The balance and the floating results of the open positions, in cents. */
export function equityCents(state: DemoState, run: DemoRun): number {
  return run.positions.reduce((sum, position) => sum + floatingCents(state, run, position), run.balanceCents);
}

/** Returns the margin that new positions can bind, in cents. */
export function freeMarginCents(state: DemoState, run: DemoRun): number {
  return (run.leverage === null ? run.balanceCents : equityCents(state, run)) - usedMarginCents(run);
}

/**
 * Whether the margin and the commission of a new position fit into the free margin, and whatever the prices do, no sum of the
 * run becomes larger than a number holds exactly.
 */
export function fits(state: DemoState, run: DemoRun, valued: Valued): boolean {
  if (highestValueCents(run, valued) > Number.MAX_SAFE_INTEGER) return false;
  const needed = marginCentsOf(valued, run.leverage) + commissionCentsOf(valued, run.costsVersion);
  return needed <= freeMarginCents(state, run);
}

/** The most that a run's balance, its open positions and one more may be worth together at the highest price, in cents. */
function highestValueCents({ balanceCents, positions }: DemoRun, more: Valued): number {
  const highest = ({ symbol, units }: Pick<Valued, "symbol" | "units">) =>
    notionalCents({ symbol, units, price: PRICE_STEPS.max });
  return positions.reduce((sum, position) => sum + highest(position), Math.abs(balanceCents) + highest(more));
}
