import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CANDLE_INTERVALS } from "../../worker/contract/candles.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { coinbase } from "../../worker/prices/sources/coinbase-protocol.ts";
import { finnhub } from "../../worker/prices/sources/finnhub-protocol.ts";
import { kraken } from "../../worker/prices/sources/kraken-protocol.ts";
import { PlausibleQuotes } from "../../worker/prices/sources/plausible-quotes.ts";
import {
  type CandleSource,
  hasCandles,
  type PriceSource,
  type SourceQuote,
} from "../../worker/prices/sources/price-source.ts";
import type { StandIn } from "../stand-in/stand-in.ts";
import { waitUntil } from "../test/wait-until.ts";
import type { Trade } from "./finnhub-protocol.ts";
import type { PanelState } from "./panel-state.ts";
import { PRICE_SOURCE_DEFAULTS, startPriceSource } from "./server.ts";

const { token } = PRICE_SOURCE_DEFAULTS;
const BTC = "BINANCE:BTCUSDT";
const GOLD = "OANDA:XAU_USD";
const DAY_S = 86_400;
/** How far a trade's time may be from now. */
const SKEW_MS_MAX = 5_000;

setDefaultTimeout(600_000);

let folder: string;
let stateFile: string;
let source: StandIn;
let sockets: WebSocket[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "price-source-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  stateFile = join(folder, `${crypto.randomUUID()}.json`);
  source = startPriceSource({ port: 0, stateFile });
});
afterEach(async () => {
  for (const socket of sockets) socket.close();
  sockets = [];
  await source.stop();
});

type Frame = { type: string; data?: Trade[]; msg?: string };

/** A connection in Finnhub's protocol that records its frames. */
class Connection {
  readonly socket: WebSocket;
  readonly frames: Frame[] = [];
  readonly closed: Promise<CloseEvent>;

  constructor(key: string = token) {
    this.socket = new WebSocket(`${source.url.replace("http", "ws")}/?token=${key}`);
    sockets.push(this.socket);
    this.socket.addEventListener("message", ({ data }) => {
      this.frames.push(JSON.parse(data));
    });
    this.closed = new Promise((resolve) => this.socket.addEventListener("close", resolve));
  }

  async open(): Promise<this> {
    await new Promise((resolve) => this.socket.addEventListener("open", resolve));
    return this;
  }

  send(type: string, symbol: string): void {
    this.socket.send(JSON.stringify({ type, symbol }));
  }

  trades(symbol: string): Trade[] {
    return this.frames.flatMap(({ data }) => data ?? []).filter(({ s }) => s === symbol);
  }

  /** Waits until the frames received so far satisfy a condition. */
  async until(isMet: () => boolean): Promise<void> {
    await within(isMet);
  }
}

function control(path: string, body: unknown): Promise<Response> {
  return fetch(`${source.url}${path}`, { method: "POST", body: JSON.stringify(body) });
}

async function candles(query: { kind?: string; symbol?: string; resolution?: string; from: number; to: number }) {
  const { kind = "crypto", symbol = BTC, resolution = "1", from, to } = query;
  const search = new URLSearchParams({ symbol, resolution, from: String(from), to: String(to), token });
  return (await fetch(`${source.url}/api/v1/${kind}/candle?${search}`)).json();
}

const nowS = () => Math.floor(Date.now() / 1_000);
const panel = async (): Promise<PanelState> => (await fetch(`${source.url}/prices`)).json();

test("a subscribed symbol ticks in order and with current times, and no other symbol ticks", async () => {
  const connection = await new Connection().open();
  connection.send("subscribe", GOLD);
  await connection.until(() => connection.trades(GOLD).length >= 5);
  const trades = connection.trades(GOLD);
  expect(connection.frames.flatMap(({ data }) => data ?? [])).toHaveLength(trades.length);
  for (const [index, { p, t, v }] of trades.entries()) {
    expect(p).toBeGreaterThan(0);
    expect(v).toBe(0);
    expect(Math.abs(t - Date.now())).toBeLessThan(SKEW_MS_MAX);
    if (index > 0) expect(t).toBeGreaterThan(trades[index - 1]?.t ?? 0);
  }
});

test("an unsubscribed symbol stops ticking", async () => {
  const connection = await new Connection().open();
  connection.send("subscribe", GOLD);
  await connection.until(() => connection.trades(GOLD).length > 0);
  connection.send("unsubscribe", GOLD);
  connection.send("subscribe", BTC);
  await connection.until(() => connection.trades(BTC).length > 0);
  const before = connection.trades(GOLD).length;
  const ticksOfBtc = connection.trades(BTC).length;
  await connection.until(() => connection.trades(BTC).length >= ticksOfBtc + 4);
  expect(connection.trades(GOLD)).toHaveLength(before);
});

test("a lost subscription silently stops one symbol until it is subscribed again", async () => {
  const connection = await new Connection().open();
  for (const symbol of [GOLD, BTC]) connection.send("subscribe", symbol);
  await connection.until(() => [GOLD, BTC].every((symbol) => connection.trades(symbol).length > 0));
  const lost = await (await control("/lose", { symbol: "XAUUSDm" })).json();
  expect(lost).toEqual({ symbol: "XAUUSDm", wasSubscribed: true });
  // Gold frames in transit arrive before the next Bitcoin frames.
  const ticksOfBtc = connection.trades(BTC).length;
  await connection.until(() => connection.trades(BTC).length >= ticksOfBtc + 2);
  const before = connection.trades(GOLD).length;
  await connection.until(() => connection.trades(BTC).length >= ticksOfBtc + 6);
  expect(connection.trades(GOLD)).toHaveLength(before);
  connection.send("subscribe", GOLD);
  await connection.until(() => connection.trades(GOLD).length > before);
});

test.each([
  ["candles-away", 500],
  ["no-candles", 403],
])("in the outage %s the candle call answers %d, and prices still arrive", async (mode, status) => {
  await control("/outage", { mode });
  const query = new URLSearchParams({
    symbol: BTC,
    resolution: "1",
    from: String(nowS() - 60),
    to: String(nowS()),
    token,
  });
  expect((await fetch(`${source.url}/api/v1/crypto/candle?${query}`)).status).toBe(status);
  const connection = await new Connection().open();
  connection.send("subscribe", BTC);
  await connection.until(() => connection.trades(BTC).length > 0);
});

test("a wrong key opens no connection", async () => {
  const connection = new Connection("stolen");
  const opened = await Promise.race([connection.open().then(() => true), connection.closed.then(() => false)]);
  expect(opened).toBe(false);
});

test("an unknown symbol and an invalid message get an error", async () => {
  const connection = await new Connection().open();
  connection.send("subscribe", "OANDA:EUR_GBP");
  connection.socket.send("{");
  await connection.until(() => connection.frames.length === 2);
  expect(connection.frames).toEqual([
    { type: "error", msg: "Invalid symbol OANDA:EUR_GBP" },
    { type: "error", msg: "Invalid message" },
  ]);
});

test("each key has one connection: a second one replaces the first", async () => {
  const first = await new Connection().open();
  const second = await new Connection().open();
  expect((await first.closed).code).toBe(1008);
  second.send("subscribe", BTC);
  await second.until(() => second.trades(BTC).length > 0);
});

test.each([
  ["our name", "BTCUSDm"],
  ["the source's name", BTC],
])("a price forced by %s is the next tick, and the walk continues from it", async (_case, symbol) => {
  const connection = await new Connection().open();
  connection.send("subscribe", BTC);
  await connection.until(() => connection.trades(BTC).length > 0);
  await control("/price", { symbol, price: 50_000 });
  await connection.until(() => connection.trades(BTC).some(({ p }) => p === 50_000));
  await connection.until(() => connection.trades(BTC).at(-1)?.p !== 50_000);
  const trades = connection.trades(BTC);
  const after = trades.slice(trades.findIndex(({ p }) => p === 50_000));
  for (const { p } of after) expect(p).toBeWithin(49_500, 50_500);

  const minute = await candles({ from: nowS() - 120, to: nowS() });
  expect(Math.min(...minute.l)).toBeLessThanOrEqual(50_000);
});

test("the tick rate can change, and zero pauses the prices", async () => {
  const connection = await new Connection().open();
  connection.send("subscribe", BTC);
  await control("/pace", { ticksPerSecond: 200 });
  await connection.until(() => connection.trades(BTC).length > 0);
  const before = connection.trades(BTC).length;
  await connection.until(() => connection.trades(BTC).length >= before + 100);
  // These are the planned times of the trades, which a busy machine does not shift: mostly 5 ms apart.
  const times = connection
    .trades(BTC)
    .slice(before)
    .map(({ t }) => t);
  const gapsMs = times
    .slice(1)
    .map((t, i) => t - (times[i] ?? 0))
    .sort((a, b) => a - b);
  expect(gapsMs[Math.floor(gapsMs.length / 2)]).toBeLessThanOrEqual(10);

  await control("/pace", { ticksPerSecond: 0 });
  // A response on the same connection arrives after everything that was sent before it.
  const tradesSoFar = async () => {
    const answers = connection.frames.filter(({ type }) => type === "error").length;
    connection.send("subscribe", "nothing");
    await connection.until(() => connection.frames.filter(({ type }) => type === "error").length > answers);
    return connection.trades(BTC).length;
  };
  const paused = await tradesSoFar();
  await control("/price", { symbol: GOLD, price: 2_000 });
  expect((await tradesSoFar()) - paused).toBeLessThanOrEqual(10);
});

test("a clock that is set back stops no prices", async () => {
  const connection = await new Connection().open();
  connection.send("subscribe", BTC);
  const tomorrow = Date.now() + DAY_S * 1_000;
  try {
    setSystemTime(tomorrow);
    await connection.until(() => connection.trades(BTC).some(({ t }) => t > tomorrow - 10_000));
  } finally {
    setSystemTime();
  }
  const before = connection.trades(BTC).length;
  await connection.until(() => connection.trades(BTC).length >= before + 3);
});

test("in the outage silent the socket stays open without frames, and resumes afterwards", async () => {
  const connection = await new Connection().open();
  connection.send("subscribe", BTC);
  await connection.until(() => connection.trades(BTC).length > 0);
  await control("/outage", { mode: "silent" });
  const before = connection.trades(BTC).length;
  // A forced price is normally sent at once: when it is missing, nothing is sent.
  await control("/price", { symbol: BTC, price: 40_000 });
  connection.send("subscribe", "nothing");
  await connection.until(() => connection.frames.some(({ type }) => type === "error"));
  expect(connection.trades(BTC).length).toBe(before);
  expect(connection.socket.readyState).toBe(WebSocket.OPEN);
  await control("/outage", { mode: "off" });
  await connection.until(() => connection.trades(BTC).length > before);
});

test("the outage drop closes the connection once", async () => {
  const connection = await new Connection().open();
  expect(await (await control("/outage", { mode: "drop" })).json()).toEqual({ mode: "off", untilMs: null });
  expect((await connection.closed).code).toBe(1012);
  const again = await new Connection().open();
  again.send("subscribe", BTC);
  await again.until(() => again.trades(BTC).length > 0);
});

test("in the outage refuse neither the socket nor the candle call works, until it ends by itself", async () => {
  const connection = await new Connection().open();
  await control("/outage", { mode: "refuse", seconds: 0.3 });
  await connection.closed;
  expect(await candles({ from: nowS() - 60, to: nowS() })).toEqual({ error: "Internal server error" });
  const refused = new Connection();
  await refused.closed;
  await waitUntil("the outage is over", async () => {
    const { mode } = await (await fetch(`${source.url}/outage`)).json();
    return mode === "off";
  });
  await new Connection().open();
});

test("candles have the service's format, oldest first, and are aligned", async () => {
  const to = Math.floor(nowS() / 300) * 300 - 1;
  const answer = await candles({ resolution: "5", from: to + 1 - 6 * 3_600, to });
  expect(Object.keys(answer).sort()).toEqual(["c", "h", "l", "o", "s", "t", "v"]);
  expect(answer.s).toBe("ok");
  expect(answer.t).toHaveLength(72);
  for (const [index, startS] of answer.t.entries()) {
    expect(startS % 300).toBe(0);
    if (index > 0) expect(startS - answer.t[index - 1]).toBe(300);
    expect(answer.h[index]).toBeGreaterThanOrEqual(answer.l[index]);
  }
});

test("the newest candle ends near the live price", async () => {
  const { prices } = await panel();
  const live = prices.find(({ source: name }) => name === BTC)?.price ?? 0;
  const { c } = await candles({ from: nowS() - 60, to: nowS() });
  expect(c.at(-1) / live).toBeWithin(0.99, 1.01);
});

test("the key is also accepted in the header, and a call without it is refused", async () => {
  const url = `${source.url}/api/v1/crypto/candle?symbol=${BTC}&resolution=D&from=${nowS() - 5 * DAY_S}&to=${nowS()}`;
  expect(await (await fetch(url, { headers: { "X-Finnhub-Token": token } })).json()).toMatchObject({ s: "ok" });
  for (const headers of [{}, { "X-Finnhub-Token": "stolen" }]) {
    expect((await fetch(url, { headers })).status).toBe(401);
  }
});

test.each([
  ["a symbol it does not know", { symbol: "BINANCE:DOGEUSDT" }],
  ["a symbol of another call", { kind: "forex" }],
  ["a time that has not come", { from: 4_000_000_000, to: 4_000_001_000 }],
  ["an empty span", { from: 1_780_000_000, to: 1_779_000_000 }],
])("there is no data for %s", async (_case, change) => {
  expect(await candles({ from: nowS() - 600, to: nowS(), ...change })).toEqual({ s: "no_data" });
});

test.each([{ resolution: "7" }, { from: -1 }, { symbol: "" }])("the candle query %p is refused", async (change) => {
  expect(await candles({ from: nowS() - 600, to: nowS(), ...change })).toEqual({
    error: expect.stringMatching(/^Wrong /),
  });
});

test("one response contains up to five thousand minutes", async () => {
  const to = Math.floor(nowS() / 60) * 60 - 60;
  await candles({ from: to - 60, to });
  const answer = await candles({ from: to - 4_999 * 60, to });
  expect(answer.t).toHaveLength(5_000);
});

test("forced prices survive a restart, and another seed is another market", async () => {
  await control("/price", { symbol: "XAUUSDm", price: 3_000 });
  await source.stop();
  source = startPriceSource({ port: 0, stateFile });
  const gold = async () => (await panel()).prices.find(({ symbol }) => symbol === "XAUUSDm");
  expect(await gold()).toMatchObject({ isForced: true });
  expect((await gold())?.price).toBeWithin(2_950, 3_050);

  await control("/price", { symbol: "XAUUSDm", price: null });
  expect(await gold()).toMatchObject({ isForced: false });

  await control("/price", { symbol: "XAUUSDm", price: 3_000 });
  await source.stop();
  source = startPriceSource({ port: 0, stateFile, seed: 2 });
  expect(await gold()).toMatchObject({ isForced: false });
});

test.each([
  ["/price", { symbol: "DOGE", price: 1 }],
  ["/price", { symbol: BTC, price: -1 }],
  ["/pace", { ticksPerSecond: 5_000 }],
  ["/outage", { mode: "hang" }],
  ["/fault", { source: "binance", kind: "cut" }],
  ["/fault", { source: "kraken", kind: "hang" }],
  ["/fault", { source: "kraken", kind: "skew", by: -1 }],
])("the control %s refuses %p with a reason", async (path, body) => {
  const answer = await control(path, body);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ message: expect.any(String) });
});

/** The product's client of each source. */
function clientsOf(url: string): PriceSource[] {
  return [
    finnhub({ url, key: token }),
    coinbase({ feedUrl: `${url}/coinbase`, apiUrl: `${url}/coinbase` }),
    kraken({ feedUrl: `${url}/kraken` }),
  ];
}

/** A connection as the Worker has it: it records the frames and their quotes. */
class ClientConnection {
  readonly frames: string[] = [];
  readonly quotes: SourceQuote[] = [];
  readonly closed: Promise<CloseEvent>;
  readonly #socket: WebSocket;

  constructor(client: PriceSource) {
    this.#socket = new WebSocket(client.socketUrl.replace("http", "ws"));
    sockets.push(this.#socket);
    this.closed = new Promise((resolve) => this.#socket.addEventListener("close", resolve));
    this.#socket.addEventListener("open", () => {
      for (const frame of client.subscribeFrames) this.#socket.send(frame);
    });
    this.#socket.addEventListener("message", ({ data }) => {
      this.frames.push(data);
      this.quotes.push(...client.readQuotes(data, Date.now()));
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  newest(symbol: FeedSymbol): SourceQuote | undefined {
    return this.quotes.findLast((quote) => quote.symbol === symbol);
  }

  /** Waits for more quotes. */
  async next(count = 1): Promise<void> {
    const before = this.quotes.length;
    await within(() => this.quotes.length >= before + count);
  }
}

/** Waits until a condition is met. */
const within = (isMet: () => boolean) => waitUntil(String(isMet), isMet);

/** Requests an hour's candles of every symbol. */
async function expectCandles(client: CandleSource) {
  const sizeMs = CANDLE_INTERVALS["1m"];
  // Within a minute, not at its edge: some sources count in seconds and include both ends.
  const toMs = Math.floor(Date.now() / sizeMs) * sizeMs + sizeMs / 2;
  for (const symbol of client.symbols) {
    const { url, headers } = client.candleCall({ symbol, sizeMs, fromMs: toMs - 60 * sizeMs, toMs });
    const candles = client.readCandles(await (await fetch(url, { headers })).json());
    expect(candles).toHaveLength(60);
    expect(candles?.at(-1)?.[0]).toBe(Math.floor(toMs / sizeMs) * sizeMs);
    for (const [, open, high, low, close] of candles ?? []) {
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    }
  }
}

test("every source quotes all its symbols at the same time, and has their candles where it has any", async () => {
  const clients = clientsOf(source.url);
  expect(clients.map(({ symbols }) => symbols.length)).toEqual([FEED_SYMBOL_LIST.length, 2, 2]);
  const connections = clients.map((client) => ({ client, connection: new ClientConnection(client) }));
  for (const { client, connection } of connections) {
    await within(() => client.symbols.every((symbol) => connection.newest(symbol)));
    if (hasCandles(client)) await expectCandles(client);
  }
  expect((await panel()).sources).toEqual([
    { source: "finnhub", isConnected: true, kind: "none", by: 0, untilMs: null },
    { source: "coinbase", isConnected: true, kind: "none", by: 0, untilMs: null },
    { source: "kraken", isConnected: true, kind: "none", by: 0, untilMs: null },
  ]);
});

test("a forced price is the middle of what every source quotes, and the spread has two sides", async () => {
  await control("/pace", { ticksPerSecond: 0 });
  const [trades, coinbaseQuotes, krakenQuotes] = clientsOf(source.url).map((client) => new ClientConnection(client));
  const all = [trades, coinbaseQuotes, krakenQuotes];
  await within(() => all.every((connection) => connection?.isOpen));
  // Kraken answers a subscription with a snapshot.
  await within(() => krakenQuotes?.newest("BTCUSDm") !== undefined);
  await control("/price", { symbol: "BTCUSDm", price: 50_000.01 });
  await within(() => all.every((connection) => connection && isQuotedAt(connection, 5_000_001)));
  const spreads = [coinbaseQuotes, krakenQuotes].map((connection) => {
    const { bid = 0, ask = 0 } = connection?.newest("BTCUSDm") ?? {};
    return ask - bid;
  });
  expect(spreads).toEqual([50, 100]);
});

function isQuotedAt(connection: ClientConnection, steps: number): boolean {
  const quote = connection.newest("BTCUSDm");
  return quote !== undefined && midSteps(quote) === steps;
}

const fault = (body: object) => control("/fault", body);

/** A connection to Kraken's and one to Coinbase's protocol, both with quotes. */
async function connectBoth() {
  const [, coinbaseClient, krakenClient] = clientsOf(source.url);
  if (!coinbaseClient || !krakenClient) throw new Error("two clients have no key");
  const other = new ClientConnection(coinbaseClient);
  const faulty = new ClientConnection(krakenClient);
  await within(() => [other, faulty].every((connection) => connection.newest("BTCUSDm")));
  return { other, faulty, again: () => new ClientConnection(krakenClient) };
}

test("a frozen source sends heartbeats and no quotes, a silent one nothing, and the others go on", async () => {
  const { other, faulty } = await connectBoth();
  await fault({ source: "kraken", kind: "freeze" });
  const quoted = faulty.quotes.length;
  await within(() => faulty.frames.at(-1) === '{"channel":"heartbeat"}');
  expect(faulty.quotes).toHaveLength(quoted);

  await fault({ source: "kraken", kind: "silent" });
  const sent = faulty.frames.length;
  await other.next(8);
  expect(faulty.frames).toHaveLength(sent);
  expect(faulty.isOpen).toBe(true);

  await fault({ source: "kraken", kind: "none" });
  await faulty.next();
});

test("a skewed source quotes prices that are a share away, for as long as it is told to", async () => {
  await control("/price", { symbol: "BTCUSDm", price: 50_000 });
  const { other, faulty } = await connectBoth();
  const answer = await fault({ source: "kraken", kind: "skew", by: 0.1, seconds: 0.5 });
  expect(await answer.json()).toEqual({ source: "kraken", kind: "skew", by: 0.1, untilMs: expect.any(Number) });
  const isSkewed = () => (faulty.newest("BTCUSDm")?.bid ?? 0) > 5_400_000;
  await within(isSkewed);
  expect(other.newest("BTCUSDm")?.bid).toBeWithin(4_900_000, 5_100_000);
  await within(() => !isSkewed());
});

test("nothing of a corrupt source is believed", async () => {
  const { faulty } = await connectBoth();
  await fault({ source: "kraken", kind: "corrupt" });
  // The first damaged frame is half a frame.
  await within(() => faulty.frames.some((frame) => !isJson(frame)));
  const plausible = new PlausibleQuotes();
  plausible.judge(faulty.quotes, Date.now());
  const quoted = faulty.quotes.length;
  await faulty.next(12);
  const { accepted, refused } = plausible.judge(faulty.quotes.slice(quoted), Date.now());
  expect(accepted).toEqual([]);
  expect(new Set(refused.map((one) => one.fault))).toEqual(new Set(["crossed", "not_positive", "jump"]));
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("a cut closes one source's connection once; a refusing source takes no new one, with status 429", async () => {
  const { other, faulty, again } = await connectBoth();
  await fault({ source: "kraken", kind: "cut" });
  expect((await faulty.closed).code).toBe(1012);
  await again().next();

  await fault({ source: "kraken", kind: "refuse" });
  await again().closed;
  const refused = await fetch(`${source.url}/kraken`, { headers: { Upgrade: "websocket" } });
  expect(refused.status).toBe(429);
  await other.next();
  await fault({ source: "kraken", kind: "none" });
  await again().next();
});

test("the public protocols name what they do not have and what they do not understand", async () => {
  const send = async (path: string, frame: string) => {
    const socket = new WebSocket(`${source.url.replace("http", "ws")}${path}`);
    sockets.push(socket);
    const frames: unknown[] = [];
    socket.addEventListener("message", ({ data }) => frames.push(JSON.parse(data)));
    socket.addEventListener("open", () => socket.send(frame));
    await within(() => frames.some((one) => !JSON.stringify(one).includes("online")));
    return frames;
  };
  const unknown = { method: "subscribe", params: { channel: "ticker", symbol: ["DOGE/USD"] } };
  expect(await send("/kraken", JSON.stringify(unknown))).toEqual([
    expect.objectContaining({ channel: "status" }),
    { error: "Currency pair not supported DOGE/USD", method: "subscribe", success: false, symbol: "DOGE/USD" },
  ]);
  expect(await send("/kraken", "{")).toContainEqual({ error: "Malformed request", success: false });
  const doge = { type: "subscribe", product_ids: ["DOGE-USD"], channels: ["ticker"] };
  expect(await send("/coinbase", JSON.stringify(doge))).toEqual([
    { type: "error", message: "Failed to subscribe", reason: "DOGE-USD is not a valid product" },
  ]);
});

test("the stand-in's address shows the panel", async () => {
  const answer = await fetch(source.url);
  expect(answer.url).toBe(`${source.url}/panel`);
  expect(await answer.text()).toContain("Price source");
});
