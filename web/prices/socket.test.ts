import { afterEach, beforeEach, expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { effect } from "@preact/signals-react";
import { waitFor } from "@testing-library/react";
import { COMPACT_PROTOCOL, encodeCompactFrame } from "../../worker/contract/compact-frame.ts";
import { PING, PONG } from "../../worker/contract/market-messages.ts";
import type { PollAnswer, PolledQuote } from "../../worker/contract/poll-answer.ts";
import { dollarsOf, stepsOf } from "../../worker/contract/price-steps.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { drawnQuoteOf, feedCondition, nextTryAtMs, quoteOf } from "../state/prices.ts";
import { MarketSocket } from "./socket.ts";
import { SOCKET_WAITS, type SocketWaits } from "./socket-waits.ts";

setDefaultTimeout(600_000);

/** The production waits, ten times as fast; sockets are tried again sooner, which no test measures. */
const WAITS: SocketWaits = {
  connectTimeoutMs: 2_000,
  reconnectMinMs: 100,
  reconnectMaxMs: 1_000,
  beatMs: 100,
  pingEveryMs: 2_500,
  silentAfterMs: 500,
  pongWithinMs: 500,
  settleMs: 5,
  lingerMs: 500,
  askPaceEveryMs: 200,
  pollPauseMs: 100,
  retrySocketEveryMs: 1_500,
};

test("the waits are those of the specification: 20 s to connect, 1 to 10 s before a reconnect", () => {
  expect(SOCKET_WAITS).toMatchObject({ connectTimeoutMs: 20_000, reconnectMinMs: 1_000, reconnectMaxMs: 10_000 });
});

/** A market server with real sockets, which sends frames like the hub. */
class MarketServer {
  readonly opened: string[] = [];
  readonly openedAtMs: number[] = [];
  /** What it was sent, without pings: those come when half a second passes without a price, however long a test takes. */
  readonly heard: string[] = [];
  pings = 0;
  readonly paces: number[] = [];
  isRefusing = false;
  isMute = false;
  /** It answers pings but sends no price. */
  hasNoPrices = false;
  isClosing = false;
  readonly #sockets = new Set<Bun.ServerWebSocket<string>>();
  #seq = 0;
  readonly #server = Bun.serve<string>({
    port: 0,
    fetch: (request, server) => {
      if (this.isRefusing) return new Response("no sockets here", { status: 403 });
      const query = new URL(request.url).search;
      // The hub names the subprotocol only when it is requested, and so sends no compact frames without.
      if (request.headers.get("Sec-WebSocket-Protocol") !== COMPACT_PROTOCOL) return new Response("", { status: 400 });
      const headers = { "Sec-WebSocket-Protocol": COMPACT_PROTOCOL };
      return server.upgrade(request, { data: query, headers }) ? undefined : new Response("", { status: 426 });
    },
    websocket: {
      open: (socket) => {
        this.opened.push(socket.data);
        this.openedAtMs.push(Date.now());
        this.#sockets.add(socket);
        if (this.isClosing) socket.close();
        else if (!this.isMute && !this.hasNoPrices) socket.send(this.#frame(null));
      },
      message: (socket, frame) => {
        const pace = /^{"type":"pace","everyMs":(\d+)}$/.exec(String(frame))?.[1];
        if (pace) this.paces.push(Number(pace));
        else if (frame === PING) this.pings += 1;
        else this.heard.push(String(frame));
        if (frame === PING && !this.isMute) socket.send(PONG);
      },
      close: (socket) => {
        this.#sockets.delete(socket);
      },
    },
  });

  readonly url = `ws://localhost:${this.#server.port}/api/market/socket`;
  quote = { price: 67_120.5, at: Date.now(), dayOpen: 67_000 };

  get open(): number {
    return this.#sockets.size;
  }

  setPrice(price: number): void {
    this.quote = { ...this.quote, price, at: Date.now() };
    const after = this.#seq;
    for (const socket of this.#sockets) socket.send(this.#frame(after));
  }

  /** Loses one change: the sequence number advances without a frame. */
  loseFrame(): void {
    this.#seq += 1;
  }

  drop(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  stop(): Promise<void> {
    return this.#server.stop(true);
  }

  /** @param after the `seq` that a change follows; null for a snapshot */
  #frame(after: number | null): Uint8Array<ArrayBuffer> {
    this.#seq += 1;
    const [price, dayOpen] = [this.quote.price, this.quote.dayOpen].map((usd) => stepsOf("BTCUSDm", usd, "nearest"));
    if (price === undefined || dayOpen === undefined) throw new Error("there is no price");
    const origin = { source: "coinbase", agreement: "agree", disagreesWith: null } as const;
    const quote = { bid: price - 5, ask: price + 5, at: this.quote.at, dayOpen, origin };
    const stamp = { source: "simulated", seq: this.#seq, now: Date.now(), after } as const;
    return encodeCompactFrame({ ...stamp, quotes: { BTCUSDm: quote } });
  }
}

let server: MarketServer;
let market: MarketSocket;
let polls: number[];
let answerPoll: () => Promise<PollAnswer>;
const ends: (() => void)[] = [];

beforeEach(() => {
  server = new MarketServer();
  polls = [];
  answerPoll = () => Promise.reject(new Error("no polls in this test"));
  market = new MarketSocket({
    url: server.url,
    poll: (_, since) => {
      polls.push(since);
      return answerPoll();
    },
    waits: WAITS,
  });
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  setHidden(true);
  setHidden(false);
  await server.stop();
});

function subscribe(...symbols: Parameters<MarketSocket["subscribe"]>[0]): () => void {
  const end = market.subscribe(symbols);
  ends.push(end);
  return end;
}

function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}

const price = () => {
  const quote = quoteOf("BTCUSDm").value;
  return quote ? dollarsOf("BTCUSDm", quote.mid) : undefined;
};

/** A quote as a poll has it, with a spread of a dollar. */
function polledQuote(price: number): PolledQuote {
  const origin = { source: "kraken", agreement: "agree", disagreesWith: null } as const;
  return { price, bid: price - 0.5, ask: price + 0.5, at: Date.now(), dayOpen: 59_000, origin };
}

test("subscriptions of several components share one socket, named in its address", async () => {
  subscribe("BTCUSDm", "US500");
  subscribe("US500");
  await waitFor(() => expect(server.opened).toEqual(["?symbols=BTCUSDm,US500"]));
  await waitFor(() => expect(feedCondition.value.kind).toBe("live"));
  server.setPrice(67_200.25);
  await waitFor(() => expect(price()).toBe(67_200.25));
});

test("a quote keeps both sides and its origin", async () => {
  subscribe("BTCUSDm");
  await waitFor(() => expect(price()).toBe(67_120.5));
  expect(quoteOf("BTCUSDm").value).toMatchObject({ bid: 6_712_045, ask: 6_712_055, origin: { source: "coinbase" } });
});

test("added and dropped symbols are sent to the open socket once no other component needs them", async () => {
  subscribe("BTCUSDm");
  await waitFor(() => expect(server.open).toBe(1));
  const endOne = subscribe("US500");
  subscribe("US500");
  await waitFor(() => expect(server.heard).toEqual(['{"type":"subscribe","symbols":["US500"]}']));
  endOne();
  endOne();
  const endGold = subscribe("XAUUSDm");
  await waitFor(() => expect(server.heard).toHaveLength(2));
  endGold();
  await waitFor(() => expect(server.heard[2]).toBe('{"type":"unsubscribe","symbols":["XAUUSDm"]}'));
  expect(server.opened).toHaveLength(1);
});

test("a missed frame is detected, and one snapshot is requested", async () => {
  subscribe("BTCUSDm", "US500");
  await waitFor(() => expect(feedCondition.value.kind).toBe("live"));
  server.setPrice(67_210);
  await waitFor(() => expect(price()).toBe(67_210));
  expect(server.heard).toEqual([]);
  server.loseFrame();
  server.setPrice(67_220);
  await waitFor(() => expect(server.heard).toEqual(['{"type":"subscribe","symbols":["BTCUSDm","US500"]}']));
  server.setPrice(67_230);
  await waitFor(() => expect(price()).toBe(67_230));
  expect(server.heard).toHaveLength(1);
});

test("a page that draws slowly requests fewer frames, also on the next socket", async () => {
  const stop = effect(() => {
    if (price() === undefined) return;
    const startedAtMs = performance.now();
    while (performance.now() - startedAtMs < 24);
  });
  ends.push(stop);
  subscribe("BTCUSDm");
  let next = 68_000;
  const move = setInterval(() => server.setPrice(++next), 50);
  ends.push(() => clearInterval(move));
  // 24 ms of every 50 are more than a frame, and than prices may take: six hundredths of its time need 400 ms at least.
  await waitFor(() => expect(server.paces.at(-1)).toBeGreaterThanOrEqual(400));
  // Charts then leave prices out.
  await waitFor(() => expect(drawnQuoteOf("BTCUSDm").peek()).not.toBe(quoteOf("BTCUSDm").peek()));
  const count = server.paces.length;
  server.drop();
  await waitFor(() => expect(server.paces.length).toBeGreaterThan(count));
  expect(server.paces[count]).toBeGreaterThanOrEqual(400);
});

test("a silent feed is delayed once its price is 4 s old, even between two beats", async () => {
  // It is not given up for its silence, however late its pongs are on a slow machine.
  const waits = { ...WAITS, beatMs: 1_000, silentAfterMs: 60_000 };
  const slowBeat = new MarketSocket({ url: server.url, poll: () => answerPoll(), waits });
  server.quote = { ...server.quote, at: Date.now() - 200 };
  ends.push(slowBeat.subscribe(["BTCUSDm"]));
  await waitFor(() => expect(feedCondition.value.kind).toBe("live"));
  // Timers run in the order of their time, so the page's own has run before this one, however late both are.
  await Bun.sleep(server.quote.at + 4_900 - Date.now());
  // On a machine that stood still meanwhile it may be stale or lost by now.
  expect(["delayed", "stale", "offline"]).toContain(feedCondition.value.kind);
});

test("changing from one page to another leaves the socket open", async () => {
  const end = subscribe("BTCUSDm");
  await waitFor(() => expect(server.open).toBe(1));
  end();
  subscribe("BTCUSDm");
  server.setPrice(67_300);
  await waitFor(() => expect(price()).toBe(67_300));
  expect([server.opened.length, server.heard]).toEqual([1, []]);
});

test("a dropped socket reconnects after a pause, with the same subscriptions", async () => {
  subscribe("BTCUSDm");
  await waitFor(() => expect(server.open).toBe(1));
  const cutAt = Date.now();
  server.drop();
  await waitFor(() => expect(feedCondition.value.kind).toBe("offline"));
  await waitFor(() => expect(server.opened).toHaveLength(2));
  expect(Date.now() - cutAt).toBeGreaterThanOrEqual(100);
  server.setPrice(67_400);
  await waitFor(() => expect(price()).toBe(67_400));
  expect(feedCondition.value.kind).toBe("live");
});

test("a browser that is online again reconnects without waiting", async () => {
  subscribe("BTCUSDm");
  await waitFor(() => expect(server.open).toBe(1));
  server.drop();
  await waitFor(() => expect(feedCondition.value.kind).toBe("offline"));
  window.dispatchEvent(new Event("online"));
  // No timer runs in between: the pause would have been one.
  expect(feedCondition.value.kind).toBe("connecting");
  await waitFor(() => expect(server.opened).toHaveLength(2));
});

test("a browser that goes offline knows at once that its socket is dead", async () => {
  subscribe("BTCUSDm");
  await waitFor(() => expect(feedCondition.value.kind).toBe("live"));
  server.isMute = true;
  window.dispatchEvent(new Event("offline"));
  // No timer runs in between: the ping of a silent socket would have been one.
  expect(feedCondition.value.kind).toBe("offline");
  server.isMute = false;
  await waitFor(() => expect(feedCondition.value.kind).toBe("live"));
});

test("a requested attempt makes an open socket send all symbols again, but not on every press", async () => {
  subscribe("BTCUSDm");
  await waitFor(() => expect(server.open).toBe(1));
  await waitFor(() => expect(feedCondition.value.kind).toBe("live"));
  for (let press = 0; press < 5; press++) market.tryNow();
  await waitFor(() => expect(server.heard).toContain(JSON.stringify({ type: "subscribe", symbols: ["BTCUSDm"] })));
  expect(server.heard).toHaveLength(1);
});

test("a requested attempt is made after the clock was set back", async () => {
  subscribe("BTCUSDm");
  await waitFor(() => expect(feedCondition.value.kind).toBe("live"));
  market.tryNow();
  await waitFor(() => expect(server.heard).toHaveLength(1));
  setSystemTime(Date.now() - HOUR_MS);
  await waitFor(() => {
    market.tryNow();
    expect(server.heard.length).toBeGreaterThan(1);
  });
});

test("a silent server is pinged after the clock was set back", async () => {
  subscribe("BTCUSDm");
  await waitFor(() => expect(feedCondition.value.kind).toBe("live"));
  const { pings } = server;
  setSystemTime(Date.now() - HOUR_MS);
  await waitFor(() => expect(server.pings).toBeGreaterThan(pings));
});

test("a lost socket reports the time of the next attempt until it is made", async () => {
  subscribe("BTCUSDm");
  await waitFor(() => expect(server.open).toBe(1));
  expect(nextTryAtMs.value).toBeNull();
  server.drop();
  await waitFor(() => expect(feedCondition.value.kind).toBe("offline"));
  const waitMs = (nextTryAtMs.value ?? 0) - Date.now();
  expect(waitMs).toBeLessThanOrEqual(WAITS.reconnectMaxMs);
  await waitFor(() => expect(server.opened).toHaveLength(2));
  expect(nextTryAtMs.value).toBeNull();
});

test("without subscribers the socket is closed after a while", async () => {
  const end = subscribe("BTCUSDm");
  await waitFor(() => expect(server.open).toBe(1));
  end();
  await waitFor(() => expect(server.open).toBe(0));
  expect(feedCondition.value.kind).toBe("connecting");
});

test("a hidden tab has no socket, and a visible one opens it at once", async () => {
  subscribe("BTCUSDm");
  await waitFor(() => expect(server.open).toBe(1));
  setHidden(true);
  await waitFor(() => expect(server.open).toBe(0));
  setHidden(false);
  await waitFor(() => expect(server.open).toBe(1));
});

test("a silent server is pinged, and given up without an answer", async () => {
  subscribe("BTCUSDm");
  await waitFor(() => expect(server.open).toBe(1));
  server.isMute = true;
  await waitFor(() => expect(server.pings).toBeGreaterThan(0));
  await waitFor(() => expect(server.opened.length).toBeGreaterThan(1));
});

test("where sockets are blocked, polling delivers the prices until a socket opens again", async () => {
  server.isRefusing = true;
  answerPoll = async () => {
    if (polls.length > 2) server.isRefusing = false;
    const quote = polledQuote(60_000 + polls.length);
    return { prices: { BTCUSDm: quote }, source: "live", seq: polls.length * 10, now: Date.now() };
  };
  subscribe("BTCUSDm");
  await waitFor(() => expect(price()).toBe(60_002));
  // With the sides at which an order is filled, as the socket has them.
  expect(quoteOf("BTCUSDm").value).toMatchObject({ bid: 6_000_150, ask: 6_000_250, origin: { source: "kraken" } });
  expect(polls.slice(0, 2)).toEqual([0, 10]);
  expect(feedCondition.value.kind).toBe("polled");
});

test.each(["isMute", "hasNoPrices", "isClosing"] as const)(
  "a server that opens sockets without a price (%s) is polled after three of them, until one delivers some",
  async (fault) => {
    server[fault] = true;
    // Each of the three is given up when this is over.
    const waits = { ...WAITS, connectTimeoutMs: 400 };
    const soon = new MarketSocket({ url: server.url, poll: () => answerPoll(), waits });
    let [openedBefore, polled] = [0, 0];
    answerPoll = async () => {
      openedBefore ||= server.opened.length;
      polled += 1;
      const quote = polledQuote(61_000);
      return { prices: { BTCUSDm: quote }, source: "live", seq: 10, now: Date.now() };
    };
    ends.push(soon.subscribe(["BTCUSDm"]));
    await waitFor(() => expect(price()).toBe(61_000));
    expect(openedBefore).toBe(3);
    expect(feedCondition.value.kind).toBe("polled");
    const [, second = 0, third = 0] = server.openedAtMs;
    // The pause before the third is twice as long as the shortest.
    expect(third - second).toBeGreaterThanOrEqual(2 * WAITS.reconnectMinMs);
    server[fault] = false;
    server.quote = { ...server.quote, price: 61_500 };
    await waitFor(() => expect(price()).toBe(61_500));
    const before = polled;
    server.setPrice(61_600);
    await waitFor(() => expect(price()).toBe(61_600));
    expect(polled).toBe(before);
    await waitFor(() => expect(feedCondition.value.kind).toBe("live"));
  },
);

test("a poll that succeeds after a failure makes a socket attempt at once", async () => {
  server.isRefusing = true;
  let isDown = true;
  answerPoll = () => {
    if (isDown) return Promise.reject(new Error("down"));
    return Promise.resolve({ prices: {}, source: "live", seq: 1, now: Date.now() });
  };
  subscribe("BTCUSDm");
  await waitFor(() => expect(polls.length).toBeGreaterThan(0));
  expect(feedCondition.value.kind).toBe("offline");
  server.isRefusing = false;
  isDown = false;
  // Until the socket has brought a price, it is polled.
  await waitFor(() => expect(price()).toBe(67_120.5));
  const count = polls.length;
  server.setPrice(67_500);
  await waitFor(() => expect(price()).toBe(67_500));
  expect(polls.length).toBe(count);
});

test("a requested attempt ends the pause of polling", async () => {
  server.isRefusing = true;
  answerPoll = () => Promise.reject(new Error("down"));
  subscribe("BTCUSDm");
  await waitFor(() => expect(polls.length).toBeGreaterThan(1));
  const count = polls.length;
  window.dispatchEvent(new Event("online"));
  // No timer runs in between: the pause would have been one.
  expect(polls.length).toBe(count + 1);
});
