import { afterAll, afterEach, beforeAll, beforeEach, expect, setSystemTime, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CANDLE_INTERVALS } from "../../worker/contract/candles.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { coinbase } from "../../worker/market/coinbase-protocol.ts";
import { finnhub } from "../../worker/market/finnhub-protocol.ts";
import type { PriceSource } from "../../worker/market/price-source.ts";
import type { StandIn } from "../stand-in/stand-in.ts";
import type { Trade } from "./finnhub-protocol.ts";
import type { PanelState } from "./panel-state.ts";
import { PRICE_SOURCE_DEFAULTS, startPriceSource } from "./server.ts";

const { token } = PRICE_SOURCE_DEFAULTS;
const BTC = "BINANCE:BTCUSDT";
const GOLD = "OANDA:XAU_USD";
const DAY_S = 86_400;
const WAIT_MS = 5_000;

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
  #arrival = Promise.withResolvers<void>();

  constructor(key: string = token) {
    this.socket = new WebSocket(`${source.url.replace("http", "ws")}/?token=${key}`);
    sockets.push(this.socket);
    this.socket.addEventListener("message", ({ data }) => {
      this.frames.push(JSON.parse(data));
      this.#arrival.resolve();
      this.#arrival = Promise.withResolvers<void>();
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

  /** Waits until the frames received so far satisfy a condition. @throws Error after 5 s */
  async until(isMet: () => boolean): Promise<void> {
    const deadline = Date.now() + WAIT_MS;
    while (!isMet()) {
      if (Date.now() > deadline) throw new Error(`not within ${WAIT_MS} ms: ${isMet}`);
      await Promise.race([this.#arrival.promise, Bun.sleep(20)]);
    }
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
    expect(Math.abs(t - Date.now())).toBeLessThan(WAIT_MS);
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
  let mode = "refuse";
  for (const deadline = Date.now() + WAIT_MS; mode !== "off" && Date.now() < deadline; await Bun.sleep(20)) {
    ({ mode } = await (await fetch(`${source.url}/outage`)).json());
  }
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
])("the control %s refuses %p with a reason", async (path, body) => {
  const answer = await control(path, body);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ message: expect.any(String) });
});

/** Connects as the Worker does until every symbol of the source has ticked, then requests an hour's candles of each. */
async function expectTicksAndCandles(client: PriceSource) {
  const socket = new WebSocket(client.socketUrl.replace("http", "ws"));
  sockets.push(socket);
  const ticked = new Set<FeedSymbol>();
  const all = Promise.withResolvers<void>();
  socket.addEventListener("message", ({ data }) => {
    for (const { symbol } of client.readTicks(data)) ticked.add(symbol);
    if (ticked.size === client.symbols.length) all.resolve();
  });
  socket.addEventListener("open", () => {
    for (const frame of client.subscribeFrames) socket.send(frame);
  });
  await all.promise;

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

test("the product's client of the keyed source gets every symbol's ticks and candles", async () => {
  const client = finnhub({ url: source.url, key: token });
  expect(client.symbols).toEqual(FEED_SYMBOL_LIST);
  await expectTicksAndCandles(client);
});

test("the product's client of the public stream gets both coins' ticks and candles without a key", async () => {
  const url = `${source.url}/coinbase`;
  await expectTicksAndCandles(coinbase({ feedUrl: url, apiUrl: url }));
});

test("the stand-in's address shows the panel", async () => {
  const answer = await fetch(source.url);
  expect(answer.url).toBe(`${source.url}/panel`);
  expect(await answer.text()).toContain("Price source");
});
