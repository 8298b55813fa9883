import { FEED_SYMBOLS } from "../worker/contract/symbols.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../worker/contract/time.ts";
import { dayAt, dayStartMs } from "../worker/contract/trade-calendar.ts";
import type { FileTrade } from "./import-trades.ts";
import { INSTRUMENTS } from "./price-source/instruments.ts";
import { PriceWalk, STEP_MS } from "./price-source/price-walk.ts";
import { PRICE_SOURCE_DEFAULTS } from "./price-source/server.ts";
import { SeededChance } from "./seeded-chance.ts";

const YEAR_MS = 365.25 * DAY_MS;

/** A little better than a coin: more than half are won, and winners are left alone for longer than losers. */
const WIN_SHARE = 0.525;
const WINNER_PATIENCE = 1.5;
/** What a usual move may cost, as a part of the balance. */
const RISK = 0.009;
/** A stop stands this many usual moves away. */
const STOP_MOVES = 1.4;
/** Trades on a weekday and on a day of the weekend, each count as likely as the others. */
const DAY_COUNTS = { week: [0, 0, 1, 1, 2, 2], weekend: [0, 0, 0, 1] };
/** When those of today closed, as parts of what there is of it. */
const TODAY = [0.3, 0.55, 0.9];
const FIRST_TICKET = 51_230_417;

const MARKETS = INSTRUMENTS.map((instrument) => ({
  ...instrument,
  ...FEED_SYMBOLS[instrument.symbol].local,
  isRoundTheClock: FEED_SYMBOLS[instrument.symbol].isRoundTheClock,
  walk: new PriceWalk(instrument, PRICE_SOURCE_DEFAULTS.seed),
}));
type Market = (typeof MARKETS)[number];

/**
 * The closed trades of a believable trader, in the order of their closing: a trade or so on most days and some today, at
 * the very prices that the local price source's charts show.
 * @param paidIn their deposits, oldest first: nothing is traded before the first, and sizes follow the balance
 * @param timeZone one that keeps the same clock all year
 * @param seed tells one trader's luck from another's
 */
export function demoTrades({
  nowMs,
  timeZone,
  paidIn,
  seed = 2_026,
}: {
  nowMs: number;
  timeZone: string;
  paidIn: readonly { atMs: number; amountCents: number }[];
  seed?: number;
}): FileTrade[] {
  const chance = new SeededChance(seed);
  const trades: FileTrade[] = [];
  let earnedCents = 0;
  let ticket = FIRST_TICKET;
  for (const closedAtMs of closings(chance, { startMs: paidIn[0]?.atMs ?? nowMs, nowMs, timeZone })) {
    const balanceCents = paidIn.reduce(
      (sum, paid) => sum + (paid.atMs < closedAtMs ? paid.amountCents : 0),
      earnedCents,
    );
    const trade = closedTrade(chance, closedAtMs, balanceCents);
    earnedCents += trade.profitCents;
    ticket += 1 + Math.floor(chance.next() * 900);
    trades.push({ ticket: String(ticket), ...trade });
  }
  return trades;
}

/** When trades are closed: from the second day on, between nine in the morning and midnight. */
function* closings(chance: SeededChance, span: { startMs: number; nowMs: number; timeZone: string }) {
  const todayMs = dayStartMs(dayAt(span.nowMs, span.timeZone), span.timeZone);
  for (
    let dayMs = todayMs - Math.floor((todayMs - span.startMs) / DAY_MS - 1) * DAY_MS;
    dayMs < todayMs;
    dayMs += DAY_MS
  ) {
    const count = chance.oneOf(DAY_COUNTS[isWeekend(dayMs + DAY_MS / 2) ? "weekend" : "week"]) ?? 0;
    const hours = Array.from({ length: count }, () => 9 + 15 * chance.next());
    yield* hours.sort((a, b) => a - b).map((hour) => wholeSteps(dayMs + hour * HOUR_MS));
  }
  yield* TODAY.map((part) => wholeSteps(todayMs + part * (span.nowMs - todayMs)));
}

/** One trade, sized to the balance. Which way it went is settled by whether it is to be won. */
function closedTrade(chance: SeededChance, closedAtMs: number, balanceCents: number): Omit<FileTrade, "ticket"> {
  const isWon = chance.next() < WIN_SHARE;
  const plannedMs = 20 * MINUTE_MS * 12 ** chance.next();
  const openedAtMs = wholeSteps(closedAtMs - plannedMs * (isWon ? WINNER_PATIENCE : 1));
  const market = marketOpenAt(chance, openedAtMs, closedAtMs);
  const usualMove = market.level * market.yearVolatility * Math.sqrt(plannedMs / YEAR_MS);
  const riskCents = balanceCents * RISK * (0.6 + 0.8 * chance.next());
  const lots = Math.max(1, Math.round(riskCents / (usualMove * market.unitsPerLot))) / 100;

  const entryPrice = priceAt(market, openedAtMs);
  const priceThen = priceAt(market, closedAtMs);
  const isBuy = priceThen > entryPrice === isWon;
  const sign = isBuy ? 1 : -1;
  const stop = chance.next() < 0.5 ? rounded(entryPrice - sign * STOP_MOVES * usualMove, market) : null;
  // A price beyond the stop came past it, and there the trade was closed.
  const exitPrice = stop !== null && sign * (priceThen - stop) < 0 ? stop : priceThen;
  return {
    symbol: market.symbol,
    direction: isBuy ? "Buy" : "Sell",
    lotMicros: Math.round(lots * 1_000_000),
    entryPrice,
    exitPrice,
    stopPrice: stop,
    openedAtMs,
    closedAtMs,
    profitCents: Math.round(sign * (exitPrice - entryPrice) * lots * market.unitsPerLot * 100),
  };
}

function marketOpenAt(chance: SeededChance, openedAtMs: number, closedAtMs: number): Market {
  const isOnWeekend = isWeekend(openedAtMs) || isWeekend(closedAtMs);
  const open = MARKETS.filter(({ isRoundTheClock }) => isRoundTheClock || !isOnWeekend);
  const chosen = chance.oneOf(open.flatMap((market) => Array<Market>(market.tradeWeight).fill(market)));
  if (!chosen) throw new Error("some markets never close");
  return chosen;
}

/** Saturday and Sunday of UTC. */
function isWeekend(atMs: number): boolean {
  return new Date(atMs).getUTCDay() % 6 === 0;
}

function priceAt(market: Market, atMs: number): number {
  const [point = 0] = market.walk.points(atMs / STEP_MS, atMs / STEP_MS);
  return rounded(Math.exp(point), market);
}

/** The moments at which the walk has a price. */
function wholeSteps(atMs: number): number {
  return Math.floor(atMs / STEP_MS) * STEP_MS;
}

/** A price with its symbol's decimals. */
function rounded(price: number, { decimals }: Market): number {
  return Math.round(price * 10 ** decimals) / 10 ** decimals;
}
