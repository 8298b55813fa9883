import { isRoundTheClock } from "../worker/contract/symbols.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../worker/contract/time.ts";
import { dayAt, dayStartMs } from "../worker/contract/trade-calendar.ts";
import type { FileTrade } from "./import-trades.ts";
import { INSTRUMENTS } from "./price-source/instruments.ts";
import { LOCAL_MARKETS } from "./price-source/local-markets.ts";
import { PriceWalk, STEP_MS } from "./price-source/price-walk.ts";
import { PRICE_SOURCE_DEFAULTS } from "./price-source/server.ts";
import { SeededChance } from "./seeded-chance.ts";

const YEAR_MS = 365.25 * DAY_MS;

/** A little better than a coin: more than half are won, and winners are left alone for longer than losers. */
const WIN_SHARE = 0.525;
const WINNER_PATIENCE = 1.5;
/** The loss of a typical price move, as a share of the balance. */
const RISK = 0.009;
/** Distance of a stop from the entry price, in typical price moves. */
const STOP_MOVES = 1.4;
/** Possible numbers of trades on a weekday and on a weekend day; each entry is equally likely. */
const DAY_COUNTS = { week: [0, 0, 1, 1, 2, 2], weekend: [0, 0, 0, 1] };
/** Closing weight of today's trades, as shares of the time elapsed today. */
const TODAY = [0.3, 0.55, 0.9];
const FIRST_TICKET = 51_230_417;

const MARKETS = INSTRUMENTS.map((instrument) => ({
  ...instrument,
  ...LOCAL_MARKETS[instrument.symbol],
  walk: new PriceWalk(instrument, PRICE_SOURCE_DEFAULTS.seed),
}));
type Market = (typeof MARKETS)[number];

/**
 * The closed trades of a believable trader, ordered by closing time: about one on most days and some today. Their
 * prices equal those in the charts of the local price source.
 *
 * @param paidIn the trader's deposits, oldest first: no trade is opened before the first, and sizes follow the balance
 * @param timeZone a zone without daylight saving time
 * @param seed different seeds give different traders
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
  for (const closedAtMs of closingTimes(chance, { startMs: paidIn[0]?.atMs ?? nowMs, nowMs, timeZone })) {
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

/** Closing weight, epoch ms: from the second day on, between 09:00 and midnight local time. */
function* closingTimes(chance: SeededChance, span: { startMs: number; nowMs: number; timeZone: string }) {
  const todayMs = dayStartMs(dayAt(span.nowMs, span.timeZone), span.timeZone);
  for (
    let dayMs = todayMs - Math.floor((todayMs - span.startMs) / DAY_MS - 1) * DAY_MS;
    dayMs < todayMs;
    dayMs += DAY_MS
  ) {
    const count = chance.oneOf(DAY_COUNTS[isWeekend(dayMs + DAY_MS / 2) ? "weekend" : "week"]) ?? 0;
    const hours = Array.from({ length: count }, () => 9 + 15 * chance.next());
    yield* hours.sort((a, b) => a - b).map((hour) => floorToStep(dayMs + hour * HOUR_MS));
  }
  yield* TODAY.map((part) => floorToStep(todayMs + part * (span.nowMs - todayMs)));
}

/** Makes one trade, sized to the balance. The outcome is drawn first; the direction follows from it and the prices. */
function closedTrade(chance: SeededChance, closedAtMs: number, balanceCents: number): Omit<FileTrade, "ticket"> {
  const isWon = chance.next() < WIN_SHARE;
  const plannedMs = 20 * MINUTE_MS * 12 ** chance.next();
  const openedAtMs = floorToStep(closedAtMs - plannedMs * (isWon ? WINNER_PATIENCE : 1));
  const market = marketOpenAt(chance, openedAtMs, closedAtMs);
  const typicalMove = market.level * market.yearVolatility * Math.sqrt(plannedMs / YEAR_MS);
  const riskCents = balanceCents * RISK * (0.6 + 0.8 * chance.next());
  const lots = Math.max(1, Math.round(riskCents / (typicalMove * market.unitsPerLot))) / 100;

  const entryPrice = priceAt(market, openedAtMs);
  const closingPrice = priceAt(market, closedAtMs);
  const isBuy = closingPrice > entryPrice === isWon;
  const sign = isBuy ? 1 : -1;
  const stop = chance.next() < 0.5 ? rounded(entryPrice - sign * STOP_MOVES * typicalMove, market) : null;
  // A price beyond the stop came past it, and there the trade was closed.
  const exitPrice = stop !== null && sign * (closingPrice - stop) < 0 ? stop : closingPrice;
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

/** A random market that is open at both weight, by weight. */
function marketOpenAt(chance: SeededChance, openedAtMs: number, closedAtMs: number): Market {
  const isOnWeekend = isWeekend(openedAtMs) || isWeekend(closedAtMs);
  const open = MARKETS.filter(({ symbol }) => isRoundTheClock(symbol) || !isOnWeekend);
  const chosen = chance.oneOf(open.flatMap((market) => Array<Market>(market.tradeWeight).fill(market)));
  if (!chosen) throw new Error("some markets never close");
  return chosen;
}

/** True on Saturday and Sunday, UTC. */
function isWeekend(atMs: number): boolean {
  return new Date(atMs).getUTCDay() % 6 === 0;
}

function priceAt(market: Market, atMs: number): number {
  const [point = 0] = market.walk.points(atMs / STEP_MS, atMs / STEP_MS);
  return rounded(Math.exp(point), market);
}

/** Rounds a time down to one at which the price walk has a point. */
function floorToStep(atMs: number): number {
  return Math.floor(atMs / STEP_MS) * STEP_MS;
}

/** A price with its symbol's decimals. */
function rounded(price: number, { decimals }: Market): number {
  return Math.round(price * 10 ** decimals) / 10 ** decimals;
}
