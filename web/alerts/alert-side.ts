import type { AlertCondition, AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { quoteOf, serverNow } from "../state/prices.ts";

/** On which side of the price a level is. Prices are doubled, as the middle of bid and ask may lie between two steps. */

/** Twice the watched price of a symbol; null while it is unknown. Reads a signal. */
export function price2Of(symbol: FeedSymbol): number | null {
  const quote = quoteOf(symbol).value;
  return quote && quote.bid + quote.ask;
}

/** Twice the level of a condition at an instant, rounded; null for a move, which has none. */
export function value2Of(condition: AlertCondition, atMs: number): number | null {
  if (condition.type === "move") return null;
  if (condition.type === "level") return 2 * condition.price;
  const { a, b } = condition;
  return Math.round(2 * (a.price + ((b.price - a.price) * (atMs - a.atMs)) / (b.atMs - a.atMs)));
}

/** The direction that fires at a level which the price has not reached; null at the price now and without a price. */
function directionTo(value2: number, price2: number | null): "rises" | "falls" | null {
  if (price2 === null || value2 === price2) return null;
  return value2 > price2 ? "rises" : "falls";
}

/** The direction towards the level of a condition from the price now; null where that is at the level, or unknown. */
export function directionNow({ symbol, condition }: AlertTerms): "rises" | "falls" | null {
  const value2 = value2Of(condition, serverNow());
  return value2 === null ? null : directionTo(value2, price2Of(symbol));
}

/** Whether the price stands at the level: no direction leads to it. Reads a signal. */
export function isAtPrice({ symbol, condition }: AlertTerms): boolean {
  return condition.type === "level" && 2 * condition.price === price2Of(symbol);
}

/** Whether the price is at the level or behind it already, so that the alert would be refused. Reads a signal. */
export function isReached(terms: AlertTerms): boolean {
  const { condition } = terms;
  if (condition.type !== "level") return false;
  const value2 = 2 * condition.price;
  const price2 = price2Of(terms.symbol);
  if (price2 === null) return false;
  return condition.direction === "rises" ? value2 <= price2 : value2 >= price2;
}

/** The terms with the direction from the price's side, where the level has moved. */
export function turned(before: AlertTerms, after: AlertTerms): AlertTerms {
  const { condition } = after;
  if (condition.type === "move") return after;
  const isSameLevel = before.symbol === after.symbol && valuesOf(before.condition) === valuesOf(condition);
  const direction = isSameLevel ? null : directionNow(after);
  return direction === null ? after : { ...after, condition: { ...condition, direction } };
}

const valuesOf = (condition: AlertCondition) =>
  condition.type === "line" ? JSON.stringify([condition.a, condition.b]) : `${value2Of(condition, 0)}`;
