import type { Quotes, ServerMessage } from "../../../worker/contract/market-messages.ts";
import { finnhub } from "../../../worker/prices/sources/finnhub-protocol.ts";
import { ticksOf } from "../../../worker/prices/tick.ts";

/**
 * Reads the source as the Worker does and converts each tick to a frame of the product's protocol.
 *
 * @param publish called with the frame of each tick, to be sent to every client at once
 * @returns a function that makes a frame of the newest prices, for a new client
 */
export function relayTicks(sourcePort: number, publish: (frame: string) => void): () => string {
  const source = finnhub({ url: `http://127.0.0.1:${sourcePort}`, key: "bench" });
  const quotes: Quotes = {};
  let seq = 0;
  const encode = (message: ServerMessage) => JSON.stringify(message);
  const socket = new WebSocket(source.socketUrl.replace("http", "ws"));
  socket.addEventListener("open", () => {
    for (const frame of source.subscribeFrames) socket.send(frame);
  });
  socket.addEventListener("message", ({ data }) => {
    for (const { symbol, price, at } of ticksOf(source.readQuotes(String(data), Date.now()))) {
      quotes[symbol] = { price, at, dayOpen: price };
      seq += 1;
      publish(encode({ type: "price_update", symbol, price, at, seq, after: seq - 1, now: Date.now() }));
    }
  });
  return () => encode({ type: "market-data", prices: quotes, source: "simulated", seq, now: Date.now() });
}
