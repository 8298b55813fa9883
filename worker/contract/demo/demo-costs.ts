/**
 * The costs of a run with typical costs beside the spread. The rates are an assumption of ours about what a retail broker
 * asks. A version never changes: a receipt names the one that it was computed with.
 * Source: docs/demo-engine.md, "Costs"
 */

import type { MarketKind, TradedSymbol } from "../symbols.ts";
import { FEED_SYMBOLS, TRADED_SYMBOLS } from "../symbols.ts";
import { dailyShareCents, shareCents, type Valued } from "./demo-arithmetic.ts";
import type { DemoSide } from "./demo-types.ts";

/** Parts per million: of the notional on each side; of the entry notional a year. */
type CostRates = { commission: number; overnight: Record<DemoSide, number> };

const COST_TABLES: Readonly<Record<number, Record<MarketKind, CostRates>>> = {
  1: {
    crypto: { commission: 500, overnight: { buy: 200_000, sell: 200_000 } },
    index: { commission: 0, overnight: { buy: 70_000, sell: 10_000 } },
    metal: { commission: 10, overnight: { buy: 60_000, sell: 5_000 } },
  },
};

/** The version that new runs with typical costs get. */
export const COSTS_VERSION = 1;

/** Whether there is a table of this version. */
export function isCostsVersion(version: number): boolean {
  return Object.hasOwn(COST_TABLES, version);
}

/**
 * The rates of a symbol.
 * @throws Error for an unknown version
 */
function ratesOf(symbol: TradedSymbol, costsVersion: number): CostRates {
  const table = COST_TABLES[costsVersion];
  if (!table) throw new Error(`unknown version of the cost table: ${costsVersion}`);
  return table[FEED_SYMBOLS[TRADED_SYMBOLS[symbol].pricedFrom].kind];
}

/**
 * The commission of a fill, in cents.
 * @param costsVersion null without costs
 */
export function commissionCentsOf(valued: Valued, costsVersion: number | null): number {
  return costsVersion === null ? 0 : shareCents(valued, ratesOf(valued.symbol, costsVersion).commission);
}

/**
 * Returns the charge of a position at the end of a trading day, in cents; null where nothing is charged at all.
 * @param position its remaining units at its entry price
 * @param costsVersion null without costs
 */
export function overnightCentsOf(position: Valued & { side: DemoSide }, costsVersion: number | null): number | null {
  if (costsVersion === null) return null;
  const rate = ratesOf(position.symbol, costsVersion).overnight[position.side];
  return rate === 0 ? null : dailyShareCents(position, rate);
}
