import type { DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { formatAmount, formatPrice } from "../ui/format.ts";
import { liveText } from "./live-text.ts";
import { tradedAt } from "./mini-symbols.ts";

/** `Buy 0.05 BTCUSD at 67,120.50` @param order.amount null where it is not known @param order.price dollars */
export function orderLabel(order: {
  side: DemoSide;
  symbol: FeedSymbol;
  amount: number | null;
  price: number;
}): string {
  const { side, symbol, amount, price } = order;
  const at = formatPrice(price, FEED_SYMBOLS[symbol].decimals);
  const lot = amount === null ? "" : `${formatAmount(amount)} `;
  return liveText.terminal.orderAt(side, lot + tradedAt(symbol), at);
}
