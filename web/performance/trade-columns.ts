import { FEED_SYMBOLS, isFeedSymbol } from "../../worker/contract/symbols.ts";
import { formatPrice } from "../ui/format.ts";
import type { Trade } from "./trade-types.ts";

/** Quotes of currencies have this many decimals; nothing that is traded here has more. */
const DECIMALS_MAX = 5;

/** The decimals a trade's prices are written with: its symbol's own, for one that is not quoted here those it was recorded with. */
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

/** The two prices of a trade, with the same decimals. */
export function tradePrices(trade: Trade): { entry: string; exit: string } {
  const decimals = priceDecimals(trade);
  return { entry: formatPrice(trade.entryPrice, decimals), exit: formatPrice(trade.exitPrice, decimals) };
}
