import { useEffect } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { answer, api } from "../state/api.ts";
import { keepLoaded } from "../state/keep-loaded.ts";
import { loadDayHistory } from "./day-history.ts";
import { MarketSocket } from "./market-socket.ts";
import { SOCKET_WAITS } from "./socket-waits.ts";

let tab: MarketSocket | undefined;

/** The tab's single connection, created on first use. */
export function marketSocket(): MarketSocket {
  tab ??= new MarketSocket({
    url: `${location.origin.replace(/^http/, "ws")}/api/market/socket`,
    poll: (symbols, since) =>
      answer(api.market.poll.$get({ query: { symbols: symbols.join(), since: String(since) } })),
    waits: SOCKET_WAITS,
  });
  return tab;
}

/** The first request for a symbol's candles makes the server load them, so the retry is short. */
const HISTORY_PAUSES = { everyMs: 5 * 60_000, againMs: 4_000, freshMs: 60_000 };

/**
 * Keeps the last day's candles of these symbols up to date while the component is mounted.
 * @param symbols the same array on every render, or each render loads again
 */
export function useDayHistory(symbols: readonly FeedSymbol[]): void {
  useEffect(() => keepLoaded(() => loadDayHistory(symbols), HISTORY_PAUSES), [symbols]);
}

/**
 * Subscribes to prices of these symbols while the component is mounted.
 * @param symbols the same array on every render, or each render subscribes again
 */
export function usePrices(symbols: readonly FeedSymbol[]): void {
  useEffect(() => marketSocket().subscribe(symbols), [symbols]);
}
