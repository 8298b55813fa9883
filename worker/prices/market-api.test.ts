import { afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import {
  CompactClient,
  hasPrice,
  holdPrices,
  letPricesMove,
  MarketClient,
  newestAt,
} from "../../dev/test/test-market.ts";
import { apiStack, tripsInLog } from "../../dev/test/test-stack.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { COMPACT_PROTOCOL } from "../contract/compact-frame.ts";
import { PING, PONG, type Quote, type ServerMessage } from "../contract/market-messages.ts";
import { midSteps } from "../contract/quotes.ts";
import { FEED_SYMBOL_LIST } from "../contract/symbols.ts";
import { MESSAGES_MAX } from "./socket-state.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let client: Client;
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);
beforeEach(() => {
  client = new Client(stack.origin);
});

const sockets: MarketClient[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** A socket that is closed after its test. */
function open(query = ""): MarketClient {
  const socket = new MarketClient(stack.origin, { query });
  sockets.push(socket);
  return socket;
}

/**
 * Sets a price that stays the newest until the test is over: with conflation, only the newest is guaranteed to be sent.
 */
async function holdPrice(symbol: string, price: number): Promise<void> {
  held.push(symbol);
  await holdPrices(stack, { [symbol]: price });
}

const held: string[] = [];
afterEach(async () => {
  if (held.length > 0) await letPricesMove(stack, held.splice(0));
});

describe("GET /api/market/prices", () => {
  test("returns every symbol with its price, its time, the day's open and the source", async () => {
    const reply = await client.get("/api/market/prices");
    const { status, body } = reply;
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, source: "simulated" });
    expect(Object.keys(body.prices).sort()).toEqual([...FEED_SYMBOL_LIST].sort());
    for (const { price, dayOpen } of Object.values<Quote>(body.prices)) {
      expect(price).toBeGreaterThan(0);
      expect(dayOpen).toBeGreaterThan(0);
    }
    expect(await tripsInLog(reply)).toBe(0);
    // The first request after a while connects the feed, and may get older prices.
    const ageMs = async () => {
      const { prices, now } = (await client.get("/api/market/prices")).body;
      return Math.max(...Object.values<Quote>(prices).map(({ at }) => Math.abs(now - at)));
    };
    while ((await ageMs()) >= 20_000);
  });
});

describe("GET /api/market/poll", () => {
  test("returns the current prices at once, then waits for newer ones", async () => {
    const first = await client.get("/api/market/poll?symbols=BTCUSDm,US500");
    expect(first.body).toMatchObject({ success: true, source: "simulated" });
    expect(Object.keys(first.body.prices).sort()).toEqual(["BTCUSDm", "US500"]);
    const { price, bid, ask, origin } = first.body.prices.BTCUSDm;
    expect([bid < ask, bid <= price, price <= ask, typeof origin.source]).toEqual([true, true, true, "string"]);
    const second = await client.get(`/api/market/poll?symbols=BTCUSDm,US500&since=${first.body.seq}`);
    expect(second.body.seq).toBeGreaterThan(first.body.seq);
    expect(second.body.prices).not.toEqual(first.body.prices);
  });

  test.each([
    ["?symbols=US500,DOGE", "symbols"],
    ["?symbols=", "symbols"],
    ["", "symbols"],
    ["?symbols=US500&since=soon", "since"],
    ["?symbols=US500&since=-1", "since"],
    ["?symbols=US500&since=1.5", "since"],
    ["?symbols=US500&limit=9", "limit"],
  ])("refuses %p and names the field", async (query, field) => {
    const { status, body } = await client.get(`/api/market/poll${query}`);
    expect([status, body.success, body.code, body.field]).toEqual([400, false, "invalid_input", field]);
  });
});

describe("GET /api/market/socket", () => {
  test("answers a plain request with 426 and the error body", async () => {
    const { status, body } = await client.get("/api/market/socket");
    expect([status, body.success, body.code]).toEqual([426, false, "upgrade_required"]);
  });

  test("accepts sockets of our own pages, and refuses those of other sites, and unknown symbols", async () => {
    const handshake = {
      Upgrade: "websocket",
      Connection: "Upgrade",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": btoa("sixteen bytes ok"),
    };
    const foreign = await client.get("/api/market/socket", { ...handshake, Origin: "https://elsewhere.example" });
    expect([foreign.status, foreign.body.code]).toEqual([403, "cross_origin"]);
    const unknown = await client.get("/api/market/socket?symbols=DOGE", { ...handshake, Origin: stack.origin });
    expect([unknown.status, unknown.body.field]).toEqual([400, "symbols"]);
  });

  test("a subscription in the URL sends a snapshot first, then changes", async () => {
    const socket = open("?symbols=US500,XAUUSDm");
    const snapshot = await socket.next(() => true);
    expect(snapshot).toMatchObject({ type: "market-data", source: "simulated", seq: snapshot.seq });
    await holdPrice("XAUUSDm", 2_400.25);
    const update = await socket.next(hasPrice("XAUUSDm", 2_400.25));
    expect(update.seq).toBeGreaterThan(snapshot.seq);
  });

  test("subscribe and unsubscribe select the symbols, without a new connection", async () => {
    const socket = await open().opened();
    socket.send({ type: "subscribe", symbols: ["ETHUSDm"] });
    const snapshot = await socket.next((message) => message.type === "market-data");
    expect(snapshot.type === "market-data" && Object.keys(snapshot.prices)).toEqual(["ETHUSDm"]);
    socket.send({ type: "unsubscribe", symbols: ["ETHUSDm"] });
    socket.send({ type: "subscribe", symbols: ["US500"] });
    const only = (message: ServerMessage) =>
      message.type === "market-data" && Object.keys(message.prices).join() === "US500";
    await socket.next(only);
    const from = socket.frames.length;
    await socket.next(() => true, from + 3);
    expect(socket.frames.slice(from).join()).not.toContain("ETHUSDm");
  });

  test("a slower pace means fewer frames, without gaps, and the newest price in the end", async () => {
    const [fast, slow] = [open("?symbols=US500,BTCUSDm"), open("?symbols=US500,BTCUSDm")];
    await Promise.all([fast, slow].map((socket) => socket.next(() => true)));
    slow.send({ type: "pace", everyMs: 1_000 });
    // The answer is the second snapshot.
    const isSnapshot = (message: ServerMessage) => message.type === "market-data" && message.after === undefined;
    await slow.next(isSnapshot, 1);
    const from = slow.frames.length;
    await fast.next(() => true, fast.frames.length + 15);
    await holdPrice("BTCUSDm", 68_321.09);
    await Promise.all([fast, slow].map((socket) => socket.next(hasPrice("BTCUSDm", 68_321.09))));
    // By the hub's clock: a delay on the way does not count.
    const sentAtMs = slow.frames.slice(from - 1).map((frame): number => JSON.parse(frame).now);
    for (const [i, atMs] of sentAtMs.slice(1).entries())
      expect(atMs - (sentAtMs[i] ?? 0)).toBeGreaterThanOrEqual(1_000);
    for (const { frames } of [fast, slow]) {
      const stamps = frames.map((frame): { seq: number; after?: number } => JSON.parse(frame));
      for (const [i, { after }] of stamps.entries()) {
        if (after !== undefined) expect(after).toBeLessThanOrEqual(stamps[i - 1]?.seq ?? 0);
      }
    }
  });

  test("the subprotocol gets compact frames of the same prices, with both sides and their source; errors stay text", async () => {
    // The feed that nobody listened to yet has no prices.
    for (const [symbol, price] of [
      ["US500", 5_480],
      ["BTCUSDm", 68_000],
    ] as const)
      await holdPrice(symbol, price);
    const [socket, json] = [new CompactClient(stack.origin, "BTCUSDm,US500"), open("?symbols=BTCUSDm,US500")];
    try {
      const snapshot = await socket.next(() => true);
      expect(socket.protocol).toBe(COMPACT_PROTOCOL);
      expect([snapshot.after, snapshot.source]).toEqual([null, "simulated"]);
      expect(Object.keys(snapshot.quotes)).toEqual(["US500", "BTCUSDm"]);
      for (const quote of Object.values(snapshot.quotes)) {
        expect(quote?.ask).toBeGreaterThanOrEqual(quote?.bid ?? Number.NaN);
        expect(quote).toMatchObject({ dayOpen: expect.any(Number), origin: { source: expect.any(String) } });
      }
      await holdPrice("BTCUSDm", 68_432.1);
      await json.next(hasPrice("BTCUSDm", 68_432.1));
      const held = await socket.next(
        ({ quotes }) => quotes.BTCUSDm !== undefined && midSteps(quotes.BTCUSDm) === 6_843_210,
      );
      expect(held.after).toBeGreaterThanOrEqual(snapshot.seq);
      socket.send("{");
      await socket.nextText((text) => JSON.parse(text).code === "bad_json");
    } finally {
      socket.close();
    }
  });

  test("a ping is answered", async () => {
    const socket = await open().opened();
    socket.send(PING);
    await socket.nextText(PONG);
  });

  test("an invalid message is answered with an error, and the socket stays open", async () => {
    const socket = await open("?symbols=US500").opened();
    for (const [frame, code] of [
      ["{", "bad_json"],
      ['{"type":"publish"}', "bad_message"],
      ['{"type":"subscribe","symbols":["DOGE"]}', "unknown_symbol"],
      ["x".repeat(1_025), "frame_too_large"],
    ] as const) {
      socket.send(frame);
      await socket.next((message) => message.type === "error" && message.code === code);
    }
    await socket.next(() => true, socket.frames.length);
  });

  test("a flood is closed with 1008, and other clients are not affected", async () => {
    const other = await open("?symbols=US500").opened();
    const flood = await open().opened();
    for (let count = 0; count <= MESSAGES_MAX; count++) flood.send('{"type":"unsubscribe","symbols":[]}');
    expect((await flood.closed.promise).code).toBe(1008);
    await flood.next((message) => message.type === "error" && message.code === "too_many_messages");
    await other.next(() => true, other.frames.length);
  });

  test("a hundred sockets of different subscriptions all get the exact price that is set", async () => {
    const crowd = Array.from({ length: 100 }, (_, i) => open(i % 2 ? "?symbols=BTCUSDm" : "?symbols=US500,BTCUSDm"));
    await Promise.all(crowd.map((socket) => socket.next(() => true)));
    await holdPrice("BTCUSDm", 68_123.45);
    await Promise.all(crowd.map((socket) => socket.next(hasPrice("BTCUSDm", 68_123.45))));
  });

  test("prices continue by themselves after the source cut the connection", async () => {
    const socket = open("?symbols=US500,BTCUSDm");
    await socket.next(() => true);
    const cutAtMs = Date.now();
    await outage(stack.urls.priceSource, "drop");
    await socket.next((message) => newestAt(message) > cutAtMs);
  });
});
