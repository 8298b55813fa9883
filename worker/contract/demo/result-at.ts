import type { TradedSymbol } from "../symbols.ts";
import { centsOfParts, proportionCents } from "./demo-arithmetic.ts";
import { commissionCentsOf } from "./demo-costs.ts";
import { resultParts } from "./demo-margin.ts";
import type { DemoPosition, DemoRun } from "./demo-state.ts";
import type { DemoSide } from "./demo-types.ts";

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

/** A position that an order would open. `costsVersion` is null without costs. */
export type PlannedPosition = {
  symbol: TradedSymbol;
  side: DemoSide;
  units: number;
  entryPrice: number;
  costsVersion: number | null;
};

/** The result of a planned position when all of it is closed at a price, in cents: after both commissions. */
export function plannedResultCents(planned: PlannedPosition, exitPrice: number): number {
  const { symbol, units, entryPrice, costsVersion } = planned;
  const openCostCents = commissionCentsOf({ symbol, units, price: entryPrice }, costsVersion);
  return resultAtCents({ costsVersion }, { ...planned, openCostCents, closedParts: "0" }, exitPrice);
}
