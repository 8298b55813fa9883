import type { PageQuote } from "../state/prices.ts";
import { directionOf } from "../ui/format.ts";

/** A price and the first one of its UTC day. */
export type DayQuote = Pick<PageQuote, "mid" | "dayOpen">;

/** The change of the price since the first price of the UTC day, in percent. */
export function dayChangePercent({ mid, dayOpen }: DayQuote): number {
  return ((mid - dayOpen) * 100) / dayOpen;
}

/**
 * The direction of the day's change when printed with one decimal: 0.0% is flat. Every page uses it for the colour of
 * the change and of the sparkline beside it.
 */
export function dayDirection(quote: DayQuote): "up" | "down" | "flat" {
  return directionOf(Math.round(dayChangePercent(quote) * 10) / 10);
}
