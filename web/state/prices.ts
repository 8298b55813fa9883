import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import { SOCKET } from "../../worker/contract/limits.ts";
import type { PollAnswer, PriceSource, Quote, Quotes, ServerMessage } from "../../worker/contract/market-messages.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { EMPTY_TRAIL, extendTrail, type PriceTrail } from "./price-trail.ts";
import { ServerClock } from "./server-clock.ts";

/** Live prices: the newest quote of each symbol and the state of the feed. Only the market's socket changes them. */

/** State of the connection that delivers prices. */
export type PriceLink = "idle" | "connecting" | "open" | "lost";

/**
 * The state of the feed for display: `delayed` from 4 s without a price, `stale` from 10 s, when no order is accepted.
 * `offline` has no connection, and its prices have the given age.
 */
export type FeedCondition =
  | { kind: "connecting" }
  | { kind: "live" }
  | { kind: "delayed" | "stale"; ageMs: number }
  | { kind: "offline"; ageMs: number | null };

type Cell = { quote: Signal<Quote | null>; trail: Signal<PriceTrail> };

// fromEntries has string keys; the list contains every symbol.
const cells = Object.fromEntries(
  FEED_SYMBOL_LIST.map((symbol) => [symbol, { quote: signal<Quote | null>(null), trail: signal(EMPTY_TRAIL) }]),
) as Record<FeedSymbol, Cell>;

const state = {
  link: signal<PriceLink>("idle"),
  source: signal<PriceSource | null>(null),
  nextTryAtMs: signal<number | null>(null),
  /** The server's clock, epoch ms, updated once a second while prices are shown. */
  now: signal(Date.now()),
};

let clock = new ServerClock();

/** The server's clock, epoch ms: the local one may be wrong. */
export function serverNow(): number {
  return clock.at(Date.now());
}

/** When a lost connection is retried, epoch ms of the local clock; null while no retry is scheduled. */
export const nextTryAtMs: ReadonlySignal<number | null> = state.nextTryAtMs;
/** Whether the prices come from a market or a simulation; null before the first one. */
export const priceSource: ReadonlySignal<PriceSource | null> = state.source;
/** The server's clock, epoch ms: set by each frame, then updated once a second. */
export const serverClock: ReadonlySignal<number> = state.now;

/** Time of the newest price of all symbols, epoch ms; 0 before the first. */
const newestAtMs = computed(() => Math.max(...FEED_SYMBOL_LIST.map((symbol) => cells[symbol].quote.value?.at ?? 0)));

/** Age of the newest price of all symbols, ms. */
export function newestAgeMs(): number {
  return Math.max(0, serverNow() - newestAtMs.value);
}

const LIVE: FeedCondition = { kind: "live" };
const CONNECTING: FeedCondition = { kind: "connecting" };

/** The state of the feed by its newest price: the old price of a closed market says nothing about the others. */
export const feedCondition: ReadonlySignal<FeedCondition> = computed(() =>
  conditionOf({ link: state.link.value, newestAtMs: newestAtMs.value || null, nowMs: state.now.value }),
);

const staleness = Object.fromEntries(
  FEED_SYMBOL_LIST.map((symbol) => {
    const isStale = () => {
      const quote = cells[symbol].quote.value;
      return quote === null || state.now.value - quote.at >= SOCKET.staleAfterMs;
    };
    return [symbol, computed(isStale)];
  }),
  // As above.
) as Record<FeedSymbol, ReadonlySignal<boolean>>;

/** The newest quote of a symbol, or null before its first. */
export function quoteOf(symbol: FeedSymbol): ReadonlySignal<Quote | null> {
  return cells[symbol].quote;
}

/** The prices of a symbol since this page was loaded, thinned out. */
export function trailOf(symbol: FeedSymbol): ReadonlySignal<PriceTrail> {
  return cells[symbol].trail;
}

/** The price for a trade now; null while there is none or it is too old. Reads the exact clock. */
export function tradablePrice(symbol: FeedSymbol): number | null {
  const quote = cells[symbol].quote.value;
  return quote && serverNow() - quote.at < SOCKET.staleAfterMs ? quote.price : null;
}

/** Whether a symbol has no price, or one too old to trade on. */
export function isStale(symbol: FeedSymbol): ReadonlySignal<boolean> {
  return staleness[symbol];
}

/** The state of the feed. @param facts.nowMs the server's clock; `newestAtMs` is the time of the newest price */
export function conditionOf(facts: { link: PriceLink; newestAtMs: number | null; nowMs: number }): FeedCondition {
  const { link, newestAtMs, nowMs } = facts;
  const ageMs = newestAtMs === null ? null : Math.max(0, nowMs - newestAtMs);
  if (link === "lost") return { kind: "offline", ageMs };
  if (link !== "open" || ageMs === null) return CONNECTING;
  if (ageMs < SOCKET.delayedAfterMs) return LIVE;
  return { kind: ageMs < SOCKET.staleAfterMs ? "delayed" : "stale", ageMs };
}

/** Sets the state of the connection. */
export function setLink(link: PriceLink): void {
  // A delay of this connection says nothing about the next one.
  if (link !== "open") clock.reset();
  state.link.value = link;
}

/** Sets when the lost connection is retried, epoch ms; null for no retry. */
export function setNextTry(atMs: number | null): void {
  state.nextTryAtMs.value = atMs;
}

/** Updates the displayed clock, by which ages count. */
export function tickClock(): void {
  state.now.value = serverNow();
}

/** A message with prices: a frame of the market's socket, or the response to a poll. */
export type PriceMessage = Exclude<ServerMessage, { type: "error" }> | PollAnswer;

/** Stores the prices of a message. @param receivedAtMs local clock, epoch ms */
export function takePrices(message: PriceMessage, receivedAtMs = Date.now()): void {
  batch(() => {
    clock.addSample(message.now, receivedAtMs);
    state.now.value = clock.at(receivedAtMs);
    state.link.value = "open";
    if ("source" in message) state.source.value = message.source;
    const quotes = "prices" in message ? message.prices : priceUpdate(message);
    for (const symbol of FEED_SYMBOL_LIST) {
      const quote = quotes[symbol];
      if (quote) takeQuote(symbol, quote);
    }
  });
}

/**
 * The short frame has only a price: the day's open stays. Without an earlier quote there is none, so the frame is
 * ignored.
 */
function priceUpdate({ symbol, price, at }: Extract<ServerMessage, { type: "price_update" }>): Quotes {
  const known = cells[symbol].quote.peek();
  return known ? { [symbol]: { price, at, dayOpen: known.dayOpen } } : {};
}

function takeQuote(symbol: FeedSymbol, quote: Quote): void {
  const { quote: newest, trail } = cells[symbol];
  const known = newest.peek();
  if (known && isSame(quote, known)) return;
  newest.value = quote;
  trail.value = extendTrail(trail.peek(), quote);
}

/** Resets the module to its state before the first price. For tests, which share the module; a page never needs it. */
export function forgetPrices(): void {
  clock = new ServerClock();
  batch(() => {
    for (const symbol of FEED_SYMBOL_LIST) {
      cells[symbol].quote.value = null;
      cells[symbol].trail.value = EMPTY_TRAIL;
    }
    state.link.value = "idle";
    state.source.value = null;
    state.nextTryAtMs.value = null;
    state.now.value = Date.now();
  });
}

function isSame(one: Quote, other: Quote): boolean {
  return one.price === other.price && one.at === other.at && one.dayOpen === other.dayOpen;
}
