import type { DemoOrder } from "../../worker/contract/demo/demo-types.ts";
import { stepsText } from "../demo/demo-format.ts";
import { formatDay, formatHour } from "../ui/format.ts";
import { dockText, ORDER_TYPE_WORDS } from "./dock-text.ts";
import { priceOrDash, tradeWords } from "./list-cells.tsx";

/** `BTCUSD buy 0.10, limit`, for accessible names and titles. */
export function orderWords(order: DemoOrder): string {
  return `${tradeWords(order)}, ${ORDER_TYPE_WORDS[order.type].toLowerCase()}`;
}

/** The price of an order; of a stop-limit its stop, and then its limit. */
export function priceWords({ symbol, type, price, limitPrice, isTriggered }: DemoOrder): string {
  if (type !== "stop_limit") return priceOrDash(symbol, price);
  const limit = dockText.limitPart(priceOrDash(symbol, limitPrice));
  return isTriggered
    ? `${limit}, ${dockText.triggered}`
    : `${price === null ? "" : stepsText(symbol, price)}, ${limit}`;
}

/** The price of an order in few characters: of a stop-limit its stop and its limit. */
export function shortPriceWords({ symbol, type, price, limitPrice, isTriggered }: DemoOrder): string {
  if (type !== "stop_limit") return priceOrDash(symbol, price);
  const limit = priceOrDash(symbol, limitPrice);
  return isTriggered ? limit : `${priceOrDash(symbol, price)} → ${limit}`;
}

/** When an order ends by itself. */
export function expiryWords(expiresAt: number | null, timeZone: string): string {
  if (expiresAt === null) return dockText.untilCancelled;
  return `${formatDay(expiresAt, timeZone)}, ${formatHour(expiresAt, timeZone)}`;
}
