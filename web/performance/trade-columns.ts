import { FEED_SYMBOLS, isFeedSymbol } from "../../worker/contract/symbols.ts";
import { formatPrice } from "../ui/format.ts";
import type { Trade } from "./trade-types.ts";

/** Currency quotes have five decimals; no traded symbol has more. */
const DECIMALS_MAX = 5;

/** The decimals for a trade's prices: its symbol's own, or those of the recorded prices for symbols without a feed. */
export function priceDecimals({
  symbol,
  entryPrice,
  exitPrice,
}: Pick<Trade, "symbol" | "entryPrice" | "exitPrice">): number {
  if (isFeedSymbol(symbol)) return FEED_SYMBOLS[symbol].decimals;
  return Math.max(2, decimalsOf(entryPrice), decimalsOf(exitPrice));
}

function decimalsOf(price: number): number {
  const [, decimals = ""] = price.toFixed(DECIMALS_MAX).replace(/0+$/, "").split(".");
  return decimals.length;
}

/** The two prices of a trade, formatted with the same decimals. */
export function tradePrices(trade: Trade): { entry: string; exit: string } {
  const decimals = priceDecimals(trade);
  return { entry: formatPrice(trade.entryPrice, decimals), exit: formatPrice(trade.exitPrice, decimals) };
}
