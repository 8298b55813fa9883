import { useEffect } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { answer, api } from "../state/api.ts";
import { keepLoaded } from "../state/keep-loaded.ts";
import { loadDayHistory } from "./day-history.ts";
import { MarketSocket } from "./market-socket.ts";
import { SOCKET_WAITS } from "./socket-waits.ts";

let tab: MarketSocket | undefined;

/** The tab's one connection, made when the first symbol is wanted. */
export function marketSocket(): MarketSocket {
  tab ??= new MarketSocket({
    url: `${location.origin.replace(/^http/, "ws")}/api/market/socket`,
    poll: (symbols, since) =>
      answer(api.market.poll.$get({ query: { symbols: symbols.join(), since: String(since) } })),
    waits: SOCKET_WAITS,
  });
  return tab;
}

/** The source is asked for candles that nobody looked at before: they are there soon. */
const HISTORY_PAUSES = { everyMs: 5 * 60_000, againMs: 4_000, freshMs: 60_000 };

/** Keeps what these symbols did in the last day up to date while the component is shown. @param symbols as below */
export function useDayHistory(symbols: readonly FeedSymbol[]): void {
  useEffect(() => keepLoaded(() => loadDayHistory(symbols), HISTORY_PAUSES), [symbols]);
}

/**
 * Keeps prices of these symbols coming while the component is shown.
 * @param symbols the same array on every render, or each render subscribes anew
 */
export function usePrices(symbols: readonly FeedSymbol[]): void {
  useEffect(() => marketSocket().subscribe(symbols), [symbols]);
}
