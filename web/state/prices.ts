import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import { SOCKET } from "../../worker/contract/limits.ts";
import type { PollAnswer, PriceSource, Quote, Quotes, ServerMessage } from "../../worker/contract/market-messages.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { EMPTY_TRAIL, extendTrail, type PriceTrail } from "./price-trail.ts";
import { ServerClock } from "./server-clock.ts";

/** Live prices: what is known of each symbol, and how far it can be trusted now. Only the market's socket changes them. */

/** Whether anybody is bringing prices at the moment. */
export type PriceLink = "idle" | "connecting" | "open" | "lost";

/**
 * How the feed is, for people: `delayed` from 4 s without a price, `stale` from 10 s, when no order is accepted.
 * `offline` has no connection, and its prices are as old as they say.
 */
export type FeedCondition =
  | { kind: "connecting" }
  | { kind: "live" }
  | { kind: "delayed" | "stale"; ageMs: number }
  | { kind: "offline"; ageMs: number | null };

type Cell = { quote: Signal<Quote | null>; trail: Signal<PriceTrail> };

// fromEntries gives string keys; the list it comes from holds every symbol.
const cells = Object.fromEntries(
  FEED_SYMBOL_LIST.map((symbol) => [symbol, { quote: signal<Quote | null>(null), trail: signal(EMPTY_TRAIL) }]),
) as Record<FeedSymbol, Cell>;

const state = {
  link: signal<PriceLink>("idle"),
  source: signal<PriceSource | null>(null),
  nextTryAtMs: signal<number | null>(null),
  /** The server's clock, epoch ms, moved once a second while prices are wanted. */
  now: signal(Date.now()),
};

let clock = new ServerClock();

/** The server's clock, epoch ms: ours may be wrong. */
export function serverNow(): number {
  return clock.at(Date.now());
}

/** When a connection that was lost is tried again, epoch ms of our clock; null while nothing waits for that. */
export const nextTryAtMs: ReadonlySignal<number | null> = state.nextTryAtMs;
/** Whether the prices come from a market or a simulation; null until the first of them. */
export const priceSource: ReadonlySignal<PriceSource | null> = state.source;
/** The server's clock, epoch ms: when the newest frame came, then moved on once a second. */
export const serverClock: ReadonlySignal<number> = state.now;

/** When the newest price of all was made, epoch ms; 0 before the first. */
const newestAtMs = computed(() => Math.max(...FEED_SYMBOL_LIST.map((symbol) => cells[symbol].quote.value?.at ?? 0)));

/** How old the newest price of all is now, ms. */
export function newestAgeMs(): number {
  return Math.max(0, serverNow() - newestAtMs.value);
}

const LIVE: FeedCondition = { kind: "live" };
const CONNECTING: FeedCondition = { kind: "connecting" };

/** The one judgement of the feed, by its newest price: a closed market's old price says nothing about the others. */
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

/** The price that a trade can be made at now; null while it is too old, or not there at all. Asks the clock itself. */
export function tradablePrice(symbol: FeedSymbol): number | null {
  const quote = cells[symbol].quote.value;
  return quote && serverNow() - quote.at < SOCKET.staleAfterMs ? quote.price : null;
}

/** Whether a symbol's price is too old to trade on, or not there at all. */
export function isStale(symbol: FeedSymbol): ReadonlySignal<boolean> {
  return staleness[symbol];
}

/** @param nowMs the server's clock; `newestAtMs` is when the newest price was made */
export function conditionOf(facts: { link: PriceLink; newestAtMs: number | null; nowMs: number }): FeedCondition {
  const { link, newestAtMs, nowMs } = facts;
  const ageMs = newestAtMs === null ? null : Math.max(0, nowMs - newestAtMs);
  if (link === "lost") return { kind: "offline", ageMs };
  if (link !== "open" || ageMs === null) return CONNECTING;
  if (ageMs < SOCKET.delayedAfterMs) return LIVE;
  return { kind: ageMs < SOCKET.staleAfterMs ? "delayed" : "stale", ageMs };
}

export function setLink(link: PriceLink): void {
  // What the next connection brings did not wait in this one.
  if (link !== "open") clock.forget();
  state.link.value = link;
}

export function setNextTry(atMs: number | null): void {
  state.nextTryAtMs.value = atMs;
}

/** Moves the clock by which ages count. */
export function tickClock(): void {
  state.now.value = serverNow();
}

/** What brings prices: a frame of the market's socket, or the answer to a poll. */
export type PriceMessage = Exclude<ServerMessage, { type: "error" }> | PollAnswer;

/** Takes in what the socket or a poll brought. @param receivedAtMs our clock, epoch ms */
export function takePrices(message: PriceMessage, receivedAtMs = Date.now()): void {
  batch(() => {
    clock.hear(message.now, receivedAtMs);
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

/** The short frame says only the price: the day's open stays. Without an earlier quote it would have none, and waits. */
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

/** Resets the module to its state before the first price. For tests, which share it; a page never needs to. */
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
