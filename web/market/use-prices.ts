import { useEffect } from "react";
import type { FeedSymbol } from "../../worker/contract/market-messages.ts";
import { answer, api } from "../api.ts";
import { poll } from "../state/poll.ts";
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

const HISTORY_EVERY_MS = 5 * 60_000;
/** The source is asked for candles that nobody looked at before; until they are there. */
const HISTORY_AGAIN_MS = 4_000;

/** Keeps what these symbols did in the last day up to date while the component is shown. @param symbols as below */
export function useDayHistory(symbols: readonly FeedSymbol[]): void {
  useEffect(() => {
    let isWhole = false;
    let loadedAtMs = Date.now();
    const load = async () => {
      isWhole = await loadDayHistory(symbols);
      loadedAtMs = Date.now();
    };
    const loadWhenDue = async () => {
      if (!isWhole || Date.now() - loadedAtMs >= HISTORY_EVERY_MS) await load();
    };
    void load();
    return poll(loadWhenDue, HISTORY_AGAIN_MS);
  }, [symbols]);
}

/**
 * Keeps prices of these symbols coming while the component is shown.
 * @param symbols the same array on every render, or each render subscribes anew
 */
export function usePrices(symbols: readonly FeedSymbol[]): void {
  useEffect(() => marketSocket().subscribe(symbols), [symbols]);
}
