import type { Quote } from "../../worker/contract/market-messages.ts";
import { directionOf } from "../ui/format.ts";

/** The change of the price since the first price of the UTC day, in percent. */
export function dayChangePercent({ price, dayOpen }: Pick<Quote, "price" | "dayOpen">): number {
  return ((price - dayOpen) * 100) / dayOpen;
}

/**
 * The direction of the day's change when printed with one decimal: 0.0% is flat. Every page uses it for the colour of
 * the change and of the sparkline beside it.
 */
export function dayDirection(quote: Pick<Quote, "price" | "dayOpen">): "up" | "down" | "flat" {
  return directionOf(Math.round(dayChangePercent(quote) * 10) / 10);
}
