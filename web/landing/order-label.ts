import type { DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { formatAmount, formatPrice } from "../ui/format.ts";
import { liveText } from "./live-text.ts";
import { tradedAt } from "./mini-symbols.ts";

/** `Buy 0.05 BTCUSD at 67,120.50` @param order.price dollars */
export function orderLabel(order: { side: DemoSide; symbol: FeedSymbol; amount: number; price: number }): string {
  const { side, symbol, amount, price } = order;
  const at = formatPrice(price, FEED_SYMBOLS[symbol].decimals);
  return liveText.terminal.orderAt(side, `${formatAmount(amount)} ${tradedAt(symbol)}`, at);
}
