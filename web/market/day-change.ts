import type { Quote } from "../../worker/contract/market-messages.ts";
import { directionOf } from "../ui/format.ts";

/** How far the price is from the UTC day's first, in percent. */
export function dayChangePercent({ price, dayOpen }: Pick<Quote, "price" | "dayOpen">): number {
  return ((price - dayOpen) * 100) / dayOpen;
}

/**
 * The direction that the day's change has once it is printed with one decimal: 0.0% has none. It gives the colour of the
 * change, and of the sparkline beside it, on every page.
 */
export function dayDirection(quote: Pick<Quote, "price" | "dayOpen">): "up" | "down" | "flat" {
  return directionOf(Math.round(dayChangePercent(quote) * 10) / 10);
}
