import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import type { CompactFrame, CompactQuote, QuoteOrigin } from "../../worker/contract/compact-frame.ts";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { SOCKET } from "../../worker/contract/limits.ts";
import type { PriceSource } from "../../worker/contract/market-messages.ts";
import { midSteps, QUOTE_KIND_OF } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { EMPTY_TRAIL, extendTrail, type PriceTrail } from "./price-trail.ts";
import { ServerClock } from "./timing/server-clock.ts";

/** Live prices: the newest quote of each symbol and the state of the feed. Only the market's socket changes them. */

/** State of the connection that delivers prices. `polled` has no socket: they are requested again and again. */
export type PriceLink = "idle" | "connecting" | "open" | "polled" | "lost";

/**
 * The state of the feed for display: `polled` as {@link PriceLink}, `delayed` from 4 s without a price, `stale` from 10 s,
 * when no order is accepted.
 * `offline` has no connection, and its prices have the given age.
 */
export type FeedCondition =
  | { kind: "connecting" }
  | { kind: "live" | "polled" }
  | { kind: "delayed" | "stale"; ageMs: number }
  | { kind: "offline"; ageMs: number | null };

/**
 * The newest quote of a symbol, in whole steps, as the demo engine takes it. `mid` is the price that the specification
 * speaks of, `dayOpen` the first price of the UTC day. `seq` and `heardAt` are those of the message that brought it.
 */
export type PageQuote = MarketQuote & { mid: number; dayOpen: number; origin: QuoteOrigin };

/** Where prices come from, in words; `isDisputed` when another source has other prices. */
export type FeedOrigin = { words: string; isDisputed: boolean };

type Cell = { quote: Signal<PageQuote | null>; throttled: Signal<PageQuote | null>; trail: Signal<PriceTrail> };

// fromEntries has string keys; the list contains every symbol.
const cells = Object.fromEntries(FEED_SYMBOL_LIST.map((symbol) => [symbol, emptyCell()])) as Record<FeedSymbol, Cell>;

function emptyCell(): Cell {
  return { quote: signal(null), throttled: signal(null), trail: signal(EMPTY_TRAIL) };
}

const state = {
  link: signal<PriceLink>("idle"),
  source: signal<PriceSource | null>(null),
  nextTryAtMs: signal<number | null>(null),
  origin: signal<FeedOrigin | null>(null),
  /** The server's clock, epoch ms, updated once a second while prices are shown. */
  now: signal(Date.now()),
  throttledNow: signal(Date.now()),
};

/** What follows from prices changes no more often than this, ms: there are many of these figures, and few prices. */
const THROTTLE_MS = 250;
/** So much longer the next price has time to take those figures along, so that they need no frame of their own, ms. */
const GRACE_MS = 100;

let clock = new ServerClock();
/** When the throttled prices were last set, ms of `performance.now()`. */
let passedOnAtMs = Number.NEGATIVE_INFINITY;
let passOnLater: ReturnType<typeof setTimeout> | undefined;

/** The server's clock, epoch ms: the local one may be wrong. */
export function serverNow(): number {
  return clock.at(Date.now());
}

/** When a lost connection is retried, epoch ms of the local clock; null while no retry is scheduled. */
export const nextTryAtMs: ReadonlySignal<number | null> = state.nextTryAtMs;
/** Whether the prices come from a market or a simulation; null before the first one. */
export const priceSource: ReadonlySignal<PriceSource | null> = state.source;
/** Where the prices of this screen come from; null where it does not say so. */
export const feedOrigin: ReadonlySignal<FeedOrigin | null> = state.origin;
/** The server's clock, epoch ms: set by each frame, then updated once a second. */
export const serverClock: ReadonlySignal<number> = state.now;
/** The same, set with the prices of {@link throttledQuoteOf}. */
export const throttledClock: ReadonlySignal<number> = state.throttledNow;

/** Time of the newest price of all symbols, epoch ms; 0 before the first. */
const newestAtMs = computed(() => Math.max(...FEED_SYMBOL_LIST.map((symbol) => cells[symbol].quote.value?.at ?? 0)));

/** Age of the newest price of all symbols, ms. */
export function newestAgeMs(): number {
  return Math.max(0, serverNow() - newestAtMs.value);
}

const LIVE: FeedCondition = { kind: "live" };
const POLLED: FeedCondition = { kind: "polled" };
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
export function quoteOf(symbol: FeedSymbol): ReadonlySignal<PageQuote | null> {
  return cells[symbol].quote;
}

/**
 * The newest quote of a symbol for what follows from it, such as results and costs: all symbols change at the same time, at
 * most four times a second.
 */
export function throttledQuoteOf(symbol: FeedSymbol): ReadonlySignal<PageQuote | null> {
  return cells[symbol].throttled;
}

/** The prices of a symbol since this page was loaded, thinned out. */
export function trailOf(symbol: FeedSymbol): ReadonlySignal<PriceTrail> {
  return cells[symbol].trail;
}

/** The price for a trade now, in steps; null while there is none or it is too old. Reads the exact clock. */
export function tradablePrice(symbol: FeedSymbol): number | null {
  const quote = cells[symbol].quote.value;
  return quote && serverNow() - quote.at < SOCKET.staleAfterMs ? quote.mid : null;
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
  if ((link !== "open" && link !== "polled") || ageMs === null) return CONNECTING;
  if (ageMs < SOCKET.delayedAfterMs) return link === "polled" ? POLLED : LIVE;
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

/** Sets where the prices of this screen come from; null where it does not say so. */
export function setFeedOrigin(origin: FeedOrigin | null): void {
  state.origin.value = origin;
}

/** Updates the displayed clock, by which ages count. */
export function tickClock(): void {
  batch(() => {
    state.now.value = serverNow();
    state.throttledNow.value = state.now.peek();
  });
}

/** What a frame of the market's socket or the response to a poll says of prices. */
export type PriceMessage = Pick<CompactFrame, "quotes" | "source" | "seq" | "now">;

/** Stores the prices of a message. @param receivedAtMs local clock, epoch ms. @param link what has delivered it */
export function takePrices(
  { quotes, source, seq, now }: PriceMessage,
  receivedAtMs = Date.now(),
  link: "open" | "polled" = "open",
): void {
  batch(() => {
    clock.addSample(now, receivedAtMs);
    state.now.value = clock.at(receivedAtMs);
    state.link.value = link;
    state.source.value = source;
    for (const symbol of FEED_SYMBOL_LIST) {
      const update = quotes[symbol];
      if (update) takeUpdate(symbol, update, seq, now);
    }
    const waitMs = passedOnAtMs + THROTTLE_MS - performance.now();
    if (waitMs <= 0 || FEED_SYMBOL_LIST.some(isFirstPrice)) passOn();
    else passOnLater ??= setTimeout(passOn, waitMs + GRACE_MS);
  });
}

function isFirstPrice(symbol: FeedSymbol): boolean {
  const { quote, throttled } = cells[symbol];
  return throttled.peek() === null && quote.peek() !== null;
}

/** Sets the throttled prices to the newest. */
function passOn(): void {
  clearTimeout(passOnLater);
  passOnLater = undefined;
  passedOnAtMs = performance.now();
  batch(() => {
    state.throttledNow.value = state.now.peek();
    for (const { quote, throttled } of Object.values(cells)) throttled.value = quote.peek();
  });
}

function takeUpdate(symbol: FeedSymbol, { bid, ask, at, ...update }: CompactQuote, seq: number, heardAt: number): void {
  const { quote: newest, trail } = cells[symbol];
  const known = newest.peek();
  const dayOpen = update.dayOpen ?? known?.dayOpen;
  const origin = isSameOrigin(update.origin, known?.origin) ? known?.origin : update.origin;
  // Without an earlier quote the day's open and the origin are unknown, so a change is ignored.
  if (dayOpen === undefined || !origin) return;
  const isSame = known?.bid === bid && known.ask === ask && known.at === at && known.dayOpen === dayOpen;
  if (isSame && known.origin === origin) return;
  const { source, agreement } = origin;
  const isHeld = agreement === "disagree";
  const mid = midSteps({ bid, ask });
  const kind = QUOTE_KIND_OF[source];
  const quote: PageQuote = { symbol, bid, ask, mid, at, dayOpen, source, kind, origin, isHeld, seq, heardAt };
  newest.value = quote;
  trail.value = extendTrail(trail.peek(), quote);
}

/** Whether an origin is the known one; null says that it is. */
function isSameOrigin(one: QuoteOrigin | null, known: QuoteOrigin | undefined): boolean {
  if (one === null) return true;
  const { source, agreement, disagreesWith } = one;
  return known?.source === source && known.agreement === agreement && known.disagreesWith === disagreesWith;
}

/** Resets the module to its state before the first price. For tests, which share the module; a page never needs it. */
export function forgetPrices(): void {
  clock = new ServerClock();
  clearTimeout(passOnLater);
  passOnLater = undefined;
  passedOnAtMs = Number.NEGATIVE_INFINITY;
  batch(() => {
    for (const symbol of FEED_SYMBOL_LIST) {
      cells[symbol].quote.value = null;
      cells[symbol].throttled.value = null;
      cells[symbol].trail.value = EMPTY_TRAIL;
    }
    state.link.value = "idle";
    state.source.value = null;
    state.nextTryAtMs.value = null;
    state.origin.value = null;
    state.now.value = Date.now();
  });
}
