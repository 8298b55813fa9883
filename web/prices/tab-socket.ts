import { answer, api } from "../state/api.ts";
import { MarketSocket } from "./socket.ts";
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
