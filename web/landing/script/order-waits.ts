import type { DemoRefusalCode } from "../../../worker/contract/demo/demo-types.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../../worker/contract/symbols.ts";
import { LOCAL_ZONE } from "../../../worker/contract/zone-offset.ts";
import { opensWhen } from "../../prices/opens-when.ts";
import { serverNow } from "../../state/prices.ts";
import { liveText } from "./live-text.ts";
import { ORDER_WAITS, tradingText } from "./trading-text.ts";

/** Why no order of a symbol can be placed, on its button. A closed market opens at a time of the visitor's own zone. */
export function orderWaits(symbol: TradedSymbol, code: DemoRefusalCode): string {
  if (code !== "market_closed") return ORDER_WAITS[code] ?? liveText.terminal.orderWaits;
  return tradingText.closedUntil(opensWhen(TRADED_SYMBOLS[symbol].pricedFrom, serverNow(), LOCAL_ZONE));
}
