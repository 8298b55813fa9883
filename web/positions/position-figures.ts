import { computed, type ReadonlySignal } from "@preact/signals-react";
import { closingPrice, SIGN, sidePrice } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoPosition } from "../../worker/contract/demo/demo-state.ts";
import type { DemoOrder } from "../../worker/contract/demo/demo-types.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { demoRun } from "../demo/demo-account.ts";
import { demoValuePrice } from "../demo/demo-prices.ts";

/** The price at which a position would be closed now, in steps; null without one. */
export function closingPriceOf({ symbol, side }: DemoPosition): ReadonlySignal<number | null> {
  const last = demoValuePrice(TRADED_SYMBOLS[symbol].pricedFrom);
  return computed(() => {
    const [quote, costs] = [last.value, demoRun.value?.costs];
    return quote && costs ? closingPrice(quote, side, costs) : null;
  });
}

/** The result of a position in percent of its opening value; null without a price. Source: specification section 4 */
export function percentOf(position: DemoPosition): ReadonlySignal<number | null> {
  const price = closingPriceOf(position);
  const { entryPrice, side } = position;
  return computed(() => (price.value === null ? null : (SIGN[side] * (price.value - entryPrice) * 100) / entryPrice));
}

/** How far the market is from the price that an order waits for, in percent of the market's; null without one. */
export function awayPercentOf(order: DemoOrder): ReadonlySignal<number | null> {
  const last = demoValuePrice(TRADED_SYMBOLS[order.symbol].pricedFrom);
  const awaited = awaitedPrice(order);
  return computed(() => {
    const [quote, costs] = [last.value, demoRun.value?.costs];
    if (!quote || !costs || awaited === null) return null;
    const market = sidePrice(quote, order.side, costs);
    return ((awaited - market) * 100) / market;
  });
}

/** The price that an order waits for: its stop, until that was reached, or its limit. */
export function awaitedPrice({ type, isTriggered, price, limitPrice }: DemoOrder): number | null {
  return type === "stop_limit" && isTriggered ? limitPrice : price;
}
