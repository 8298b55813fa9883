import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { startBareWorkerd } from "../../dev/bare-workerd.ts";
import { startLibsqlServer } from "../../dev/libsql/server.ts";
import { PRICE_SOURCE_DEFAULTS } from "../../dev/price-source/server.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { MarketClient, newestAt } from "../../dev/test/test-market.ts";
import { startFresh } from "../../dev/test/test-stack.ts";
import { control, outage } from "../../dev/test/test-stand-ins.ts";
import { CANDLE_INTERVALS, candleStartMs } from "../contract/candles.ts";
import type { ServerMessage } from "../contract/market-messages.ts";
import { requestCandles } from "./request-candles.ts";
import { finnhub } from "./sources/finnhub-protocol.ts";

setDefaultTimeout(600_000);

const QUERY = "?symbols=US500,BTCUSDm";
const POLL_MS = 50;
const DAY_MS = CANDLE_INTERVALS["1d"];

/** A test's own stack, and what its Worker has logged. The waits in these tests are the product's real ones. */
type Place = { stack: Stack; lines: string[] };
const places: Stack[] = [];
afterAll(() => Promise.all(places.map((stack) => stack.stop())));

async function openPlace(): Promise<Place> {
  const lines: string[] = [];
  const stack = await startFresh(
    // The outages are those of Finnhub.
    { PRICE_SOURCES: "finnhub,coinbase,kraken" },
    {
      startDatabase: async (options) => startLibsqlServer(options),
      startWorker: (options) => startBareWorkerd({ ...options, onLine: (line) => lines.push(line) }),
    },
  );
  places.push(stack);
  return { stack, lines };
}

/** The first log line of an event with these facts, once it is written. */
async function logged({ lines }: Place, event: string, facts: object = {}): Promise<Record<string, unknown>> {
  for (let at = 0; ; at++) {
    while (at >= lines.length) await Bun.sleep(POLL_MS);
    const line = lines[at] ?? "";
    // Lines of the runtime itself are not JSON.
    if (!line.startsWith("{")) continue;
    const told: Record<string, unknown> = JSON.parse(line);
    if (told.event === event && Object.entries(facts).every(([name, value]) => told[name] === value)) return told;
  }
}

function brings(message: ServerMessage, symbol: string): boolean {
  return message.type === "price_update" ? message.symbol === symbol : "prices" in message && symbol in message.prices;
}

async function nextFresh(client: MarketClient): Promise<void> {
  const sinceMs = Date.now();
  await client.next((message) => newestAt(message) > sinceMs, client.frames.length);
}

let silent: Place;
let tickless: Place;
let refusing: Place;
let losing: Place;
let candleless: Place;
beforeAll(async () => {
  silent = await openPlace();
  tickless = await openPlace();
  refusing = await openPlace();
  losing = await openPlace();
  candleless = await openPlace();
}, 600_000);

test.concurrent("a source that falls silent with an open socket is reconnected, and closed when no client listens", async () => {
  const { stack } = silent;
  const client = new MarketClient(stack.origin, { query: QUERY });
  await nextFresh(client);
  await outage(stack.urls.priceSource, "silent");
  await logged(silent, "price_source_left", { reason: "silent" });
  await outage(stack.urls.priceSource, "off");
  await nextFresh(client);

  client.close();
  await logged(silent, "price_source_left", { reason: "nobody_listens" });
  // The close is under way when the line is written.
  const isConnected = async () => (await (await fetch(`${stack.urls.priceSource}/prices`)).json()).isConnected;
  while (await isConnected()) await Bun.sleep(POLL_MS);
});

test.concurrent("a source that only pings is reconnected, and sockets that hibernated meanwhile get the new prices", async () => {
  const { stack } = tickless;
  const client = new MarketClient(stack.origin, { query: QUERY });
  await nextFresh(client);
  await control(stack.urls.priceSource, "/pace", { ticksPerSecond: 0 });
  await Promise.all([
    logged(tickless, "price_hub_woke", { sockets: 1 }),
    logged(tickless, "price_source_left", { reason: "tickless" }),
  ]);
  await control(stack.urls.priceSource, "/pace", { ticksPerSecond: 4 });
  await nextFresh(client);
  client.close();
});

test.concurrent("the day's open comes from the source, also when it had no answer at first", async () => {
  const { stack } = candleless;
  const there = new Client(stack.origin);
  const quoted = async () => (await there.get("/api/market/prices")).body.prices.BTCUSDm?.dayOpen;
  await outage(stack.urls.priceSource, "candles-away");
  while ((await quoted()) === undefined) await Bun.sleep(POLL_MS);
  await logged(candleless, "candles_unknown", { symbol: "BTCUSDm" });
  await outage(stack.urls.priceSource, "off");

  // The source's own value, requested after the product's first attempt.
  const source = finnhub({ url: stack.urls.priceSource, key: PRICE_SOURCE_DEFAULTS.token });
  const opened = async () => {
    const span = {
      symbol: "BTCUSDm",
      sizeMs: DAY_MS,
      fromMs: candleStartMs(Date.now(), DAY_MS),
      toMs: Date.now(),
    } as const;
    const answer = await requestCandles([source], span);
    return typeof answer === "string" ? answer : answer[0]?.[1];
  };
  while ((await quoted()) !== (await opened())) await Bun.sleep(POLL_MS);
});

test.concurrent("the feed reconnects for one symbol that the source no longer sends while the others tick", async () => {
  const { stack } = losing;
  const client = new MarketClient(stack.origin, { query: QUERY });
  await Promise.all(["US500", "BTCUSDm"].map((symbol) => client.next((message) => brings(message, symbol))));
  await control(stack.urls.priceSource, "/lose", { symbol: "BTCUSDm" });
  const lostFrom = client.frames.length;
  await logged(losing, "price_source_left", { reason: "symbol_tickless" });
  const dialledFrom = client.frames.length;
  expect(dialledFrom).toBeGreaterThan(lostFrom);
  await client.next((message) => brings(message, "BTCUSDm"), dialledFrom);
  client.close();
});

test.concurrent("a source that refuses is reconnected repeatedly, and clients that connect meanwhile get the last prices", async () => {
  const { stack } = refusing;
  const client = new MarketClient(stack.origin, { query: QUERY });
  await Promise.all(["US500", "BTCUSDm"].map((symbol) => client.next((message) => brings(message, symbol))));
  await outage(stack.urls.priceSource, "refuse");
  await logged(refusing, "price_source_unreachable", { failures: 3 });
  const late = new MarketClient(stack.origin, { query: QUERY });
  const snapshot = await late.next(() => true);
  expect(snapshot.type === "market-data" && Object.keys(snapshot.prices)).toEqual(["US500", "BTCUSDm"]);
  await outage(stack.urls.priceSource, "off");
  await Promise.all([nextFresh(client), nextFresh(late)]);
  client.close();
  late.close();
});
