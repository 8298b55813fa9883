import { join } from "node:path";
import { z } from "zod";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { answerControlError, ControlError, notFound, readControl } from "../stand-in/control.ts";
import { JsonFile } from "../stand-in/json-file.ts";
import { Outage } from "../stand-in/outage.ts";
import { openStandIn, runStandIn, SERVE_OPTIONS, type StandIn } from "../stand-in/stand-in.ts";
import * as coinbase from "./coinbase-protocol.ts";
import type { Dialect } from "./dialect.ts";
import { candleAnswer, candleQuery, finnhubDialect, refuse } from "./finnhub-protocol.ts";
import { INSTRUMENTS } from "./instruments.ts";
import { krakenDialect } from "./kraken-protocol.ts";
import { type Jump, Market } from "./market.ts";
import panelPage from "./panel.html";
import type { PanelState } from "./panel-state.ts";
import { faultBody, SourceFaults } from "./source-faults.ts";
import { type Listener, TICKS_PER_SECOND, TradeFeed } from "./trade-feed.ts";

/** The token and seed of a local stack whose options name no others. */
export const PRICE_SOURCE_DEFAULTS = { token: "local-price-key", seed: 1 } as const;

/**
 * `drop` closes the connection once; `silent` keeps it open without frames; `refuse` rejects calls and sockets; with
 * `candles-away` only the candle call fails; `no-candles` is a subscription plan without candles.
 */
const OUTAGE_MODES = ["silent", "drop", "refuse", "candles-away", "no-candles"] as const;

const jump: z.ZodType<Jump> = z.object({ atMs: z.number(), before: z.number(), after: z.number() });
const sourceState = z.object({ seed: z.number(), jumps: z.record(z.string(), z.array(jump)) });

const priceBody = z.strictObject({ symbol: z.string(), price: z.number().min(0.01).max(1e9).nullable() });
const loseBody = z.strictObject({ symbol: z.enum(FEED_SYMBOL_LIST) });
const paceBody = z.strictObject({ ticksPerSecond: z.number().min(0).max(TICKS_PER_SECOND.max).nullable() });

/**
 * Starts the local stand-in for the price sources. Over one simulated market it has, each with sockets of their own,
 * Finnhub's trade socket and candle call, under `/coinbase` the public stream and candles of Coinbase Exchange, and
 * under `/kraken` the public ticker of Kraken.
 *
 * Control of all sources: `POST /price {symbol, price}` (the product's or Finnhub's symbol; null releases a forced
 * price), `POST /pace {ticksPerSecond}` per symbol (0 pauses, null is the usual pace), `POST /lose {symbol}` drops a subscription silently,
 * `POST /outage {mode, seconds?}`, `GET /prices`. Control of one source: `POST /fault {source, kind, by?, seconds?}`,
 * see {@link SourceFaults}.
 *
 * @param given.stateFile file for the seed and the forced prices; in memory without it
 * @param given.token the only accepted key
 * @param given.seed another seed is another market; it discards the forced prices of the earlier one
 * @param given.referenceMs the time at which every symbol is at the level of `local-markets.ts`, with the same history
 * before it whatever the time is: a whole minute
 * @param given.ticksPerSecond the usual pace of each symbol
 */
export function startPriceSource(given: {
  port: number;
  stateFile?: string | undefined;
  token?: string | undefined;
  seed?: number | undefined;
  referenceMs?: number | undefined;
  ticksPerSecond?: number | undefined;
}): StandIn {
  const token = given.token ?? PRICE_SOURCE_DEFAULTS.token;
  const { file, markets } = openMarkets(given);
  const bySource = new Map(markets.map((market) => [market.instrument.source, market]));
  const outage: Outage<(typeof OUTAGE_MODES)[number]> = new Outage(OUTAGE_MODES, (mode) => {
    if (mode === "drop" || mode === "refuse") for (const feed of feeds) feed.drop();
    if (mode === "drop") outage.end();
  });
  const faults = new SourceFaults();
  const usualTicksPerSecond = given.ticksPerSecond ?? TICKS_PER_SECOND.standard;
  let ticksPerSecond = usualTicksPerSecond;
  const openFeed = (dialect: Dialect) =>
    new TradeFeed({
      ticksPerSecond,
      dialect,
      markets,
      isSilent: () => outage.mode === "silent",
      fault: () => faults.of(dialect.source),
    });
  const finnhubFeed = openFeed(finnhubDialect);
  const coinbaseFeed = openFeed(coinbase.coinbaseDialect);
  const krakenFeed = openFeed(krakenDialect);
  const feeds = [finnhubFeed, coinbaseFeed, krakenFeed];

  function connectFinnhub(request: Request, server: Bun.Server<Listener>): Response | undefined {
    if (outage.mode === "refuse") return refuse(500, "Internal server error");
    if (faults.of("finnhub").kind === "refuse") return refuse(429, "API limit reached. Please try again later.");
    if (new URL(request.url).searchParams.get("token") !== token) return refuse(401, "Invalid API key");
    return upgrade(request, server, finnhubFeed);
  }

  /** The handler of a socket without a key: Coinbase's or Kraken's. */
  const connectTo = (feed: TradeFeed) => (request: Request, server: Bun.Server<Listener>) => {
    if (outage.mode === "refuse") return coinbase.refuse(500, "Internal server error");
    if (faults.of(feed.source).kind === "refuse") return coinbase.refuse(429, "Too many requests");
    return upgrade(request, server, feed);
  };

  function upgrade(request: Request, server: Bun.Server<Listener>, feed: TradeFeed): Response | undefined {
    const isUpgraded = server.upgrade(request, { data: { feed, markets: new Set() } });
    return isUpgraded ? undefined : refuse(422, "Not a WebSocket");
  }

  function coinbaseCandles(request: Bun.BunRequest<"/coinbase/products/:id/candles">): Response {
    if (outage.mode === "refuse") return coinbase.refuse(500, "Internal server error");
    const market = markets.find(({ instrument }) => instrument.coinbase === request.params.id);
    if (!market) return coinbase.refuse(404, "NotFound");
    const query = coinbase.candleQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) return coinbase.refuse(400, String(query.error.issues[0]?.message));
    const { granularity: sizeMs, start: fromMs, end: toMs } = query.data;
    return coinbase.candleAnswer(market.candles({ fromMs, toMs, sizeMs, nowMs: Date.now() }));
  }

  function candles(request: Bun.BunRequest<"/api/v1/:kind/candle">): Response {
    if (outage.mode === "refuse" || outage.mode === "candles-away") return refuse(500, "Internal server error");
    const { searchParams } = new URL(request.url);
    const key = request.headers.get("X-Finnhub-Token") ?? searchParams.get("token");
    if (key !== token) return refuse(401, key ? "Invalid API key" : "Please use an API key.");
    if (outage.mode === "no-candles") return refuse(403, "You don't have access to this resource.");
    const query = candleQuery.safeParse(Object.fromEntries(searchParams));
    if (!query.success) return refuse(422, `Wrong ${String(query.error.issues[0]?.path[0])}`);
    const { symbol, resolution, from, to } = query.data;
    const market = bySource.get(symbol);
    if (market?.instrument.candles !== request.params.kind) return candleAnswer([]);
    const span = { fromMs: from * 1_000, toMs: to * 1_000, sizeMs: resolution, nowMs: Date.now() };
    return candleAnswer(market.candles(span));
  }

  async function forcePrice(request: Request): Promise<Response> {
    const { symbol, price } = await readControl(request, priceBody);
    const market = bySource.get(symbol) ?? markets.find(({ instrument }) => instrument.symbol === symbol);
    if (!market) throw new ControlError(422, `symbol: ${symbol} is not quoted here`);
    const nowMs = Date.now();
    market.force(price, nowMs);
    file.save();
    for (const feed of feeds) feed.sendNow(market, nowMs);
    return Response.json({ symbol: market.instrument.symbol, price: market.tick(nowMs), at: nowMs });
  }

  async function loseSubscription(request: Request): Promise<Response> {
    const { symbol } = await readControl(request, loseBody);
    const wasSubscribed = feeds.map((feed) => feed.lose(symbol)).includes(true);
    return Response.json({ symbol, wasSubscribed });
  }

  async function setPace(request: Request): Promise<Response> {
    ticksPerSecond = (await readControl(request, paceBody)).ticksPerSecond ?? usualTicksPerSecond;
    for (const feed of feeds) feed.ticksPerSecond = ticksPerSecond;
    return Response.json({ ticksPerSecond });
  }

  async function setFault(request: Request): Promise<Response> {
    const fault = await readControl(request, faultBody);
    faults.set(fault);
    const feed = feeds.find(({ source }) => source === fault.source);
    if (fault.kind === "cut" || fault.kind === "refuse") feed?.drop();
    return Response.json({ source: fault.source, ...faults.of(fault.source) });
  }

  function showPanel(): Response {
    const nowMs = Date.now();
    const state: PanelState = {
      sources: feeds.map(({ source, isConnected }) => ({ source, isConnected, ...faults.of(source) })),
      isConnected: feeds.some(({ isConnected }) => isConnected),
      ticksPerSecond,
      prices: markets.map((market) => ({
        symbol: market.instrument.symbol,
        source: market.instrument.source,
        price: market.tick(nowMs),
        at: nowMs,
        isForced: market.isForced,
        hour: market.candles({ fromMs: nowMs - HOUR_MS, toMs: nowMs, sizeMs: 60_000, nowMs }).map(({ close }) => close),
      })),
    };
    return Response.json(state);
  }

  return openStandIn("price-source", given.port, () =>
    Bun.serve<Listener>({
      ...SERVE_OPTIONS,
      port: given.port,
      routes: {
        "/panel": panelPage,
        "/prices": { GET: showPanel },
        "/price": { POST: forcePrice },
        "/lose": { POST: loseSubscription },
        "/pace": { POST: setPace },
        "/outage": outage.route,
        "/fault": { POST: setFault },
        "/api/v1/:kind/candle": { GET: candles },
        "/coinbase": { GET: connectTo(coinbaseFeed) },
        "/kraken": { GET: connectTo(krakenFeed) },
        "/coinbase/products/:id/candles": { GET: coinbaseCandles },
      },
      // The socket and the page share the address "/". A request without an upgrade gets the page.
      fetch: (request, server) => {
        if (new URL(request.url).pathname !== "/") return notFound();
        return request.headers.has("Upgrade") ? connectFinnhub(request, server) : Response.redirect("/panel");
      },
      websocket: {
        open: (socket) => socket.data.feed.open(socket),
        message: (socket, frame) => socket.data.feed.receive(socket, frame),
        close: (socket) => socket.data.feed.closed(socket),
      },
      error: answerControlError,
    }),
  );
}

function openMarkets(given: Pick<Parameters<typeof startPriceSource>[0], "stateFile" | "seed" | "referenceMs">) {
  const { stateFile, seed = PRICE_SOURCE_DEFAULTS.seed, referenceMs } = given;
  const file = new JsonFile(stateFile, sourceState, { seed, jumps: {} });
  const { state } = file;
  if (state.seed !== seed) Object.assign(state, { seed, jumps: {} });
  const markets = INSTRUMENTS.map((instrument) => {
    state.jumps[instrument.symbol] ??= [];
    return new Market(instrument, seed, state.jumps[instrument.symbol] ?? [], referenceMs);
  });
  return { file, markets };
}

if (import.meta.main) {
  await runStandIn("price-source", ["key"], ({ port, dataDir, extra }) =>
    startPriceSource({ port, stateFile: dataDir && join(dataDir, "price-source.json"), token: extra.key }),
  );
}
