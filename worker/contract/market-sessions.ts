/**
 * When markets trade. Index and metal follow the hours of New York, crypto trades always. Computed with whole numbers
 * from UTC, without Intl, so that the server and every browser get the same result.
 *
 * Hours of index and metal: the week of CME Globex, where the futures behind both trade: Sunday 18:00 to Friday 17:00,
 * with a pause from 17:00 to 18:00 each day.
 */

import { FEED_SYMBOLS, type FeedSymbol, type MarketKind, type MarketSession } from "./symbols.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time.ts";

/**
 * The days on which US exchanges are closed (`closed`: futures too; `holiday`: futures trade until 13:00) or close at
 * 13:00 (`half`), in New York. A day outside of these years counts as an ordinary one.
 * Source: https://mondovisione.com/media-and-resources/news/nyse-group-announces-2026-2027-and-2028-holiday-and-early-closings-calendar-20251223/
 * (NYSE's own announcement); futures are closed on New Year's Day, Good Friday and Christmas Day.
 */
export const US_EXCHANGE_DAYS: Readonly<Record<string, "closed" | "holiday" | "half" | undefined>> = {
  "2026-01-01": "closed",
  "2026-01-19": "holiday",
  "2026-02-16": "holiday",
  "2026-04-03": "closed",
  "2026-05-25": "holiday",
  "2026-06-19": "holiday",
  "2026-07-03": "holiday",
  "2026-09-07": "holiday",
  "2026-11-26": "holiday",
  "2026-11-27": "half",
  "2026-12-24": "half",
  "2026-12-25": "closed",
  "2027-01-01": "closed",
  "2027-01-18": "holiday",
  "2027-02-15": "holiday",
  "2027-03-26": "closed",
  "2027-05-31": "holiday",
  "2027-06-18": "holiday",
  "2027-07-05": "holiday",
  "2027-09-06": "holiday",
  "2027-11-25": "holiday",
  "2027-11-26": "half",
  "2027-12-24": "closed",
  "2028-01-17": "holiday",
  "2028-02-21": "holiday",
  "2028-04-14": "closed",
  "2028-05-29": "holiday",
  "2028-06-19": "holiday",
  "2028-07-03": "half",
  "2028-07-04": "holiday",
  "2028-09-04": "holiday",
  "2028-11-23": "holiday",
  "2028-11-24": "half",
  "2028-12-25": "closed",
};

/** Minutes of the day in New York. */
const DAILY_CLOSE = 17 * 60;
const DAILY_OPEN = 18 * 60;
const EARLY_CLOSE = 13 * 60;

/**
 * The main hours, in minutes of the day in New York: of the index those of the stock exchanges, of metal those of
 * COMEX's former trading floor, at whose end its daily settlement price is still made.
 */
const REGULAR_HOURS: Record<Exclude<MarketKind, "crypto">, { from: number; to: number }> = {
  index: { from: 9 * 60 + 30, to: 16 * 60 },
  metal: { from: 8 * 60 + 20, to: 13 * 60 + 30 },
};

/**
 * The session that a symbol is in.
 * @param atMs epoch ms
 */
export function sessionOf(symbol: FeedSymbol, atMs: number): MarketSession {
  const { kind } = FEED_SYMBOLS[symbol];
  if (kind === "crypto") return "regular";

  const localMs = atMs + newYorkOffsetMs(atMs);
  const minute = Math.floor((localMs - startOfDay(localMs)) / MINUTE_MS);
  if (minute >= DAILY_CLOSE && minute < DAILY_OPEN) return "closed";

  // The evening belongs to the trading day that follows it, but is not a part of its main hours.
  const isEvening = minute >= DAILY_OPEN;
  const tradingDay = new Date(isEvening ? localMs + DAY_MS : localMs);
  const weekday = tradingDay.getUTCDay();
  if (weekday === SATURDAY || weekday === SUNDAY) return "closed";

  const exchangeDay = US_EXCHANGE_DAYS[tradingDay.toISOString().slice(0, 10)];
  if (exchangeDay === "closed") return "closed";
  if (isEvening) return "extended";
  if (exchangeDay && minute >= EARLY_CLOSE) return "closed";
  if (exchangeDay === "holiday") return "extended";
  const { from, to } = REGULAR_HOURS[kind];
  return minute >= from && minute < to ? "regular" : "extended";
}

/**
 * The first end of a trading day after a time: 17:00 in New York, on every day of the week.
 * @param afterMs epoch ms, itself not included
 */
export function nextTradingDayEnd(afterMs: number): number {
  const localMs = afterMs + newYorkOffsetMs(afterMs);
  const todayMs = startOfDay(localMs) + DAILY_CLOSE * MINUTE_MS;
  const endMs = todayMs > localMs ? todayMs : todayMs + DAY_MS;
  // New York's clocks change at two in the morning, so the offset is that of any moment between then and midnight.
  return endMs - newYorkOffsetMs(endMs + 5 * HOUR_MS);
}

/** A closed market opens within so many days: after a weekend with a closed day at each end. */
const OPENS_WITHIN_DAYS = 7;

/**
 * When the market of a symbol is next open: at the time itself, or else at 18:00 in New York, which begins a trading day.
 * @param atMs epoch ms
 */
export function opensAtMs(symbol: FeedSymbol, atMs: number): number {
  if (sessionOf(symbol, atMs) !== "closed") return atMs;
  const localMs = atMs + newYorkOffsetMs(atMs);
  const firstMs = startOfDay(localMs) + DAILY_OPEN * MINUTE_MS;
  for (let day = 0; day <= OPENS_WITHIN_DAYS; day += 1) {
    const openMs = firstMs + day * DAY_MS;
    // New York's clocks change at two in the morning, so the offset is that of any moment between then and midnight.
    const opensMs = openMs - newYorkOffsetMs(openMs + 5 * HOUR_MS);
    if (opensMs > atMs && sessionOf(symbol, opensMs) !== "closed") return opensMs;
  }
  throw new Error(`${symbol} does not open within ${OPENS_WITHIN_DAYS} days`);
}

const SUNDAY = 0;
const SATURDAY = 6;

/**
 * New York's distance from UTC: four hours behind from the second Sunday of March to the first Sunday of November, both
 * at two o'clock in the morning, and five hours otherwise.
 * Source: US Code, title 15, section 260a
 */
function newYorkOffsetMs(atMs: number): number {
  const year = new Date(atMs).getUTCFullYear();
  const summerFromMs = sundayFrom(Date.UTC(year, 2, 8)) + 7 * HOUR_MS;
  const summerToMs = sundayFrom(Date.UTC(year, 10, 1)) + 6 * HOUR_MS;
  return (atMs >= summerFromMs && atMs < summerToMs ? -4 : -5) * HOUR_MS;
}

/** The first Sunday on or after a midnight. */
function sundayFrom(midnightMs: number): number {
  return midnightMs + ((7 - new Date(midnightMs).getUTCDay()) % 7) * DAY_MS;
}

function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}
