import type { DemoCommand, DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { demoRun } from "../demo/demo-account.ts";
import { sendDemoCommand } from "../demo/demo-commands.ts";
import { isClosed, opensWords } from "../prices/market-hours.ts";
import { marketText } from "../prices/market-text.ts";
import { ApiError } from "../state/api.ts";

/** As {@link sendDemoCommand}. A refusal by a closed market says when that opens, which the API says in no time zone. */
export async function sendCommand(body: DemoCommand, key: string): Promise<readonly DemoEvent[]> {
  try {
    return await sendDemoCommand(body, key);
  } catch (error) {
    const symbol = symbolOf(body);
    const market = symbol && TRADED_SYMBOLS[symbol].pricedFrom;
    const isByHours = error instanceof ApiError && error.code === "no_fillable_price";
    if (!isByHours || !market || !isClosed(market).peek()) throw error;
    throw error.saying(marketText.closedNow(symbol, opensWords(market)));
  }
}

function symbolOf(body: DemoCommand): TradedSymbol | null {
  if (body.type === "place") return body.order.symbol;
  const { positions = [], orders = [] } = demoRun.peek() ?? {};
  const trades = "positionId" in body ? positions : "orderId" in body ? orders : [];
  const wanted = "positionId" in body ? body.positionId : "orderId" in body ? body.orderId : null;
  return trades.find(({ id }) => id === wanted)?.symbol ?? null;
}
