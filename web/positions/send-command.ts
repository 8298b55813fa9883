import { symbolOf } from "../../worker/contract/demo/demo-refusal-text.ts";
import type { DemoCommand, DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
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
    const symbol = symbolOf(body, demoRun.peek());
    const market = symbol && TRADED_SYMBOLS[symbol].pricedFrom;
    const isByHours = error instanceof ApiError && error.code === "no_fillable_price";
    if (!isByHours || !market || !isClosed(market).peek()) throw error;
    throw error.saying(marketText.closedNow(symbol, opensWords(market)));
  }
}
