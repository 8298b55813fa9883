import { type StepRounding, stepsOf } from "../../contract/price-steps.ts";
import type { FeedSymbol } from "../../contract/symbols.ts";

/** A price that a source sent, in whole steps; null when it is not a price. */
export function readSteps(symbol: FeedSymbol, price: string | number, rounding: StepRounding): number | null {
  try {
    return stepsOf(symbol, price, rounding);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Both sides that a source quoted; never better for the trader than what it said. Null when one is not a price. */
export function readSides(
  symbol: FeedSymbol,
  sides: { bid: string | number; ask: string | number },
): { bid: number; ask: number } | null {
  const bid = readSteps(symbol, sides.bid, "down");
  const ask = readSteps(symbol, sides.ask, "up");
  return bid === null || ask === null ? null : { bid, ask };
}
