import { centsOfParts, proportionCents } from "../../worker/contract/demo/demo-arithmetic.ts";
import { commissionCentsOf } from "../../worker/contract/demo/demo-costs.ts";
import { resultParts } from "../../worker/contract/demo/demo-margin.ts";
import type { DemoPosition, DemoRun } from "../../worker/contract/demo/demo-state.ts";

/** The facts on which the result of closing a position depends. */
type Closed = Pick<DemoPosition, "symbol" | "side" | "units" | "entryPrice" | "openCostCents" | "closedParts">;

/**
 * What closing a position, or a part of it, at a price would bring with its costs, in cents: what a stop or a target
 * means in money.
 * @param units at most those of the position
 */
export function resultAtCents(
  { costsVersion }: Pick<DemoRun, "costsVersion">,
  position: Closed,
  price: number,
  units = position.units,
): number {
  const { symbol, openCostCents } = position;
  const closed = BigInt(position.closedParts);
  const profitCents = centsOfParts(symbol, closed + resultParts(position, units, price)) - centsOfParts(symbol, closed);
  const costCents = proportionCents(openCostCents, { units, remaining: position.units });
  return profitCents - costCents - commissionCentsOf({ symbol, units, price }, costsVersion);
}
