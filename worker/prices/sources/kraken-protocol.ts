import * as z from "zod";
import { parseJson } from "./parse-json.ts";
import type { PriceSource, SourceQuote } from "./price-source.ts";
import { readSides } from "./read-steps.ts";
import { symbolsByName } from "./symbols-by-name.ts";

/**
 * Client of Kraken's public ticker channel, WebSocket v2, which needs no key.
 * Source: https://docs.kraken.com/exchange/api-reference/spot-websocket-v2/ticker and
 * https://docs.kraken.com/exchange/api-reference/spot-websocket-v2/heartbeat
 */

const tickerFrame = z.object({
  channel: z.literal("ticker"),
  type: z.enum(["snapshot", "update"]),
  data: z.array(
    z.object({
      symbol: z.string(),
      bid: z.number(),
      ask: z.number(),
      // Missing in the channel's earlier description.
      timestamp: z.iso.datetime({ offset: true }).optional(),
    }),
  ),
});

const BY_NAME = symbolsByName(({ kraken }) => kraken);

/** The price source for the two coins that quotes each change of the best bid and ask. */
export function kraken({ feedUrl }: { feedUrl: string }): PriceSource {
  return {
    id: "kraken",
    name: "Kraken",
    symbols: [...BY_NAME.values()],
    capabilities: { candles: false, history: false },
    // About once a second, as long as nothing else is sent.
    heartbeatMs: 1_000,
    socketUrl: feedUrl,
    subscribeFrames: [
      JSON.stringify({
        method: "subscribe",
        params: { channel: "ticker", symbol: [...BY_NAME.keys()], event_trigger: "bbo", snapshot: true },
      }),
    ],
    readQuotes(frame, nowMs) {
      const tickers = tickerFrame.safeParse(parseJson(frame));
      if (!tickers.success) return [];
      return tickers.data.data.flatMap(({ symbol: name, bid, ask, timestamp }): SourceQuote[] => {
        const symbol = BY_NAME.get(name);
        const sides = symbol && readSides(symbol, { bid, ask });
        if (!sides) return [];
        const at = timestamp === undefined ? nowMs : Date.parse(timestamp);
        // The channel's volume is that of the last 24 hours.
        return [{ symbol, ...sides, at, source: "kraken", kind: "quoted", volume: 0 }];
      });
    },
  };
}
