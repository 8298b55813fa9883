import { sessionOf } from "../contract/market-sessions.ts";
import { stepsOf } from "../contract/price-steps.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { logFault } from "../platform/log.ts";
import type { Scope } from "../platform/scope.ts";
import { withTimeLimit } from "../platform/time-limit.ts";
import { hubName } from "../prices/hub-shards.ts";

/** How long an answer waits for a price that no source has sent yet. */
const PRICE_MS = 1_000;
/** A price that is older while its market trades is not the one of now. */
const AGE_MAX_MS = MINUTE_MS;

/** The prices at which a symbol can be sold and bought now, in steps, or last while its market is closed; null when none is known in time. */
export async function priceNow(
  { bindings, address, now }: Pick<Scope, "bindings" | "address" | "now">,
  symbol: FeedSymbol,
): Promise<{ bid: number; ask: number } | null> {
  const hub = bindings.PRICE_HUB.getByName(hubName(address));
  const answer = await withTimeLimit(hub.poll([symbol], 0), PRICE_MS).catch(logFault);
  const quote = answer?.prices[symbol];
  if (!quote || (now() - quote.at > AGE_MAX_MS && sessionOf(symbol, now()) !== "closed")) return null;
  return { bid: stepsOf(symbol, quote.bid, "nearest"), ask: stepsOf(symbol, quote.ask, "nearest") };
}
