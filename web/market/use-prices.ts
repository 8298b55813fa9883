import { useEffect } from "react";
import type { FeedSymbol } from "../../worker/contract/market-messages.ts";
import { answer, api } from "../api.ts";
import { MarketSocket } from "./market-socket.ts";
import { SOCKET_PACE } from "./socket-pace.ts";

let tab: MarketSocket | undefined;

/** The tab's one connection, made when the first symbol is wanted. */
export function marketSocket(): MarketSocket {
  tab ??= new MarketSocket({
    url: `${location.origin.replace(/^http/, "ws")}/api/market/socket`,
    poll: (symbols, since) =>
      answer(api.market.poll.$get({ query: { symbols: symbols.join(), since: String(since) } })),
    pace: SOCKET_PACE,
  });
  return tab;
}

/**
 * Keeps prices of these symbols coming while the component is shown.
 * @param symbols the same array on every render, or each render subscribes anew
 */
export function usePrices(symbols: readonly FeedSymbol[]): void {
  useEffect(() => marketSocket().subscribe(symbols), [symbols]);
}
