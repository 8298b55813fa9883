import type { DemoSide } from "../../../worker/contract/demo/demo-types.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../../worker/contract/symbols.ts";
import { formatSteps, formatUnits } from "../../ui/format.ts";
import { liveText } from "./live-text.ts";
import { tradedAt } from "./mini-symbols.ts";

/** `Buy 0.05 BTCUSD at 67,120.50` @param order.units null where it is not known @param order.price steps */
export function orderLabel(order: { side: DemoSide; symbol: FeedSymbol; units: number | null; price: number }): string {
  const { side, symbol, units, price } = order;
  const at = formatSteps(price, FEED_SYMBOLS[symbol].decimals);
  const lot = units === null ? "" : `${formatUnits(units)} `;
  return liveText.terminal.orderAt(side, lot + tradedAt(symbol), at);
}
