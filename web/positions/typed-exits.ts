import { DEMO_TEXT } from "../../worker/contract/demo/demo-text.ts";
import type { DemoExits } from "../../worker/contract/demo/demo-types.ts";
import { faultOf, PLAIN_NUMBER, PRICE } from "../../worker/contract/read-number.ts";
import { priceDecimals, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { stepsOfText, stepsToType, unitsOfText } from "../demo/demo-format.ts";
import type { Problem } from "../state/use-submit.ts";

/** The typed texts of a stop, a target and a trailing distance. */
export type TypedExits = Record<keyof DemoExits, string>;

/** The exits of a position or an order for the fields; nothing is an empty field. */
export function exitsToType(symbol: TradedSymbol, { stop, target, trail }: DemoExits): TypedExits {
  const typed = (steps: number | null) => (steps === null ? "" : stepsToType(symbol, steps));
  return { stop: typed(stop), target: typed(target), trail: typed(trail) };
}

/** A typed price in steps; null for an empty field where that is allowed. */
export function readPrice(
  symbol: TradedSymbol,
  typed: string,
  { field, isNeeded }: { field: string; isNeeded: boolean },
): { steps: number | null } | { problem: Problem } {
  if (typed.trim() === "" && !isNeeded) return { steps: null };
  const steps = stepsOfText(symbol, typed);
  if (typeof steps === "number") return { steps };
  const isOut = steps === "out_of_range";
  return { problem: { field, message: isOut ? DEMO_TEXT.priceRange(priceDecimals(symbol)) : DEMO_TEXT.invalidPrice } };
}

/** A typed amount in units. */
export function readUnits(typed: string): { units: number } | { problem: Problem } {
  const units = unitsOfText(typed);
  if (typeof units === "number") return { units };
  const message = units === "out_of_range" ? DEMO_TEXT.amountRange : DEMO_TEXT.invalidAmount;
  return { problem: { field: "amount", message } };
}

export function readExits(symbol: TradedSymbol, typed: TypedExits): { exits: DemoExits } | { problem: Problem } {
  const stop = readPrice(symbol, typed.stop, { field: "stop", isNeeded: false });
  if ("problem" in stop) return stop;
  const target = readPrice(symbol, typed.target, { field: "target", isNeeded: false });
  if ("problem" in target) return target;
  const trail = readPrice(symbol, typed.trail, { field: "trail", isNeeded: false });
  if ("problem" in trail) return trail;
  return { exits: { stop: stop.steps, target: target.steps, trail: trail.steps } };
}

/** Whether all prices and amounts that are typed are understood as numbers; what is wrong with one is said by its field. */
export function areUnderstood({ prices, amounts = [] }: { prices: readonly string[]; amounts?: readonly string[] }) {
  return prices.every((typed) => !faultOf(typed, PRICE)) && amounts.every((typed) => !faultOf(typed, PLAIN_NUMBER));
}

/** The steps of a typed price, where it is one. */
export function stepsOrNull(symbol: TradedSymbol, typed: string): number | null {
  const steps = stepsOfText(symbol, typed);
  return typeof steps === "number" ? steps : null;
}
