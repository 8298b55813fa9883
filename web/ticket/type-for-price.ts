import type { DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { distanceOf } from "./sizes.ts";

/**
 * The type of an order that waits for a price: a limit on the better side of the market, a stop on the worse.
 * @param marketSteps the market's price, which may be between two steps; null before the first
 */
export function typeForPrice(side: DemoSide, priceSteps: number, marketSteps: number | null): "limit" | "stop" {
  return marketSteps === null || distanceOf(side, marketSteps, priceSteps) <= 0 ? "limit" : "stop";
}
