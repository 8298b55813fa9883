import type { SourceId } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { coinbaseDialect } from "../price-source/coinbase-protocol.ts";
import type { Dialect } from "../price-source/dialect.ts";
import { finnhubDialect } from "../price-source/finnhub-protocol.ts";
import { krakenDialect } from "../price-source/kraken-protocol.ts";

const DIALECTS: Readonly<Record<SourceId, Dialect>> = {
  finnhub: finnhubDialect,
  coinbase: coinbaseDialect,
  kraken: krakenDialect,
};

const SWITCHING_PROTOCOLS = 101;
const FORBIDDEN = 403;
/** Small enough that no side is rounded to another step. */
const VOLUME = 0.5;

type Listener = (event: { data: string }) => void;

/** The Worker's end of a connection. */
class SourceSocket {
  #receive: Listener = () => {};
  accept(): void {}
  send(): void {}
  close(): void {}
  addEventListener(type: string, listener: Listener): void {
    // It never closes and has no errors.
    if (type === "message") this.#receive = listener;
  }
  receive(data: string): void {
    this.#receive({ data });
  }
}

/** The price sources for objects in this process: they send what the test says, and have no candles. */
export class TimedSources {
  readonly #addresses: Readonly<Record<SourceId, string>>;
  readonly #sockets = new Map<SourceId, SourceSocket>();

  /** @param settings the Worker's, which name the sources' addresses */
  constructor(settings: Readonly<Record<string, string>>) {
    this.#addresses = {
      coinbase: settings.COINBASE_FEED_URL ?? "",
      kraken: settings.KRAKEN_FEED_URL ?? "",
      // It is the address that the others begin with.
      finnhub: settings.PRICE_SOURCE_URL ?? "",
    };
  }

  /** A source's answer to a request; null for a request to another host. */
  answer(request: Parameters<typeof fetch>[0]): Promise<Response> | null {
    const url = String(request);
    const source = (["coinbase", "kraken", "finnhub"] as const).find((one) => url.startsWith(this.#addresses[one]));
    if (!source) return null;
    const isCandles = url.includes("candle");
    if (isCandles) return Promise.resolve(new Response(null, { status: FORBIDDEN }));
    const webSocket = new SourceSocket();
    this.#sockets.set(source, webSocket);
    // The runtime's response to a request for a socket; this runtime's has no such field.
    return Promise.resolve({ webSocket, status: SWITCHING_PROTOCOLS } as unknown as Response);
  }

  /** Sends a quote in dollars, as of a time. A source that reports trades sends the middle. */
  quote(source: SourceId, symbol: FeedSymbol, quote: { bid: number; ask: number; atMs: number }): void {
    const { coinbase, kraken, finnhub } = FEED_SYMBOLS[symbol];
    const name = { coinbase, kraken, finnhub: finnhub.name }[source];
    if (name === null) throw new Error(`${source} has no ${symbol}`);
    const price = Math.round((quote.bid + quote.ask) * 50) / 100;
    const frames = DIALECTS[source].writeQuotes([{ name, price, volume: VOLUME, ...quote }], "update");
    for (const frame of frames) this.#send(source, frame);
  }

  /** Sends the frame that shows that the connection lives. */
  beat(source: SourceId, atMs: number): void {
    for (const frame of DIALECTS[source].writeHeartbeat(atMs, ["BTC-USD"])) this.#send(source, frame);
  }

  /** Forgets all connections: whoever had them is gone. */
  disconnect(): void {
    this.#sockets.clear();
  }

  #send(source: SourceId, data: string): void {
    this.#sockets.get(source)?.receive(data);
  }
}
