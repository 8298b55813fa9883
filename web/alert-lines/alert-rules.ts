import type { AlertCondition, AlertTerms, PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";

/** The rules of alerts on a chart: which side of the price leads to one, and how one follows its drawing. */

export type LevelCondition = Extract<AlertCondition, { type: "level" }>;
type LineCondition = Extract<AlertCondition, { type: "line" }>;

/** Both sides of the market, in steps. */
export type Sides = { bid: number; ask: number };

/**
 * The direction that leads from the market to a price.
 * @param reach how near is at the price, in steps: what a pointer cannot tell apart
 * @returns null at the price
 */
export function directionTo(price: number, { bid, ask }: Sides, reach = 0): LevelCondition["direction"] | null {
  const away2 = 2 * price - bid - ask;
  if (Math.abs(away2) <= 2 * reach) return null;
  return away2 > 0 ? "rises" : "falls";
}

/**
 * A level at another price: on the other side of the market its direction turns. At the market it keeps it, and may not
 * stay.
 * @param sides null where the market is not known
 */
export function levelAt(
  level: LevelCondition,
  price: number,
  sides: Sides | null,
  reach = 0,
): { level: LevelCondition; isAtPrice: boolean } {
  const direction = sides ? directionTo(price, sides, reach) : level.direction;
  return { level: { ...level, price, direction: direction ?? level.direction }, isAtPrice: direction === null };
}

/** How far a price is from the market, in percent. */
export function awayPercent(price: number, { bid, ask }: Sides): number {
  return ((2 * price) / (bid + ask) - 1) * 100;
}

/**
 * The condition of an alert at a drawing: the level of a horizontal line, or the line through both points of a trend line
 * or ray.
 * @param now the time, epoch ms, and the market then
 * @returns null for drawings that are no such line
 */
export function conditionOf(
  { kind, anchors }: Drawing,
  now: { atMs: number; sides: Sides | null },
): LevelCondition | LineCondition | null {
  const [first, second] = anchors;
  const direction = (price: number) => (now.sides && directionTo(price, now.sides)) ?? "rises";
  if (kind === "horizontal" && first) {
    return { type: "level", direction: direction(first.price), price: first.price };
  }
  if ((kind !== "trend" && kind !== "ray") || !first || !second || first.time === second.time) return null;
  const [a, b] = [first, second]
    .map(({ time: atMs, price }) => ({ atMs, price }))
    .toSorted((one, other) => one.atMs - other.atMs);
  if (!a || !b) return null;
  return { type: "line", direction: direction(valueAt({ a, b }, now.atMs)), a, b };
}

/** The price of a line at a time, for what is drawn: what fires is computed exactly. */
export function valueAt({ a, b }: Pick<LineCondition, "a" | "b">, atMs: number): number {
  return a.price + ((b.price - a.price) * (atMs - a.atMs)) / (b.atMs - a.atMs);
}

/** Whether an alert waits for its price, or will again. */
export function isUnderWay({ state }: Pick<PriceAlert, "state">): boolean {
  return state !== "fired" && state !== "expired";
}

/** Whether two conditions are at the same prices, whatever leads to them. */
export function isSamePlace(one: AlertCondition, other: AlertCondition): boolean {
  if (one.type === "level" && other.type === "level") return one.price === other.price;
  if (one.type !== "line" || other.type !== "line") return false;
  const points = ({ a, b }: LineCondition) => [a.atMs, a.price, b.atMs, b.price].join();
  return points(one) === points(other);
}

/** The terms of an alert whose drawing has moved; null where that is still where it was, or is no line for an alert. */
export function followedTerms(
  terms: AlertTerms,
  drawing: Drawing,
  now: { atMs: number; sides: Sides | null },
): AlertTerms | null {
  const condition = conditionOf(drawing, now);
  return condition && !isSamePlace(condition, terms.condition) ? { ...terms, condition } : null;
}
