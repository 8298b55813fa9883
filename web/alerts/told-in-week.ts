import type { AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import { CANDLE_INTERVALS, type Candle } from "../../worker/contract/candles.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { value2Of } from "./alert-side.ts";

/** The candles from which it is counted. */
export const WEEK = { interval: "15m", days: 7, candles: (7 * DAY_MS) / CANDLE_INTERVALS["15m"] } as const;

/** How often an alert would have told. `isEstimate`: within a candle it is not known what came first. */
export type ToldInWeek = { times: number; isEstimate: boolean };

/**
 * How often an alert with these terms would have told its trader during the candles, had it been armed before them.
 * @param candles oldest first, in steps
 * @returns null where the candles cannot say it
 */
export function toldIn(terms: AlertTerms, candles: readonly Candle[]): ToldInWeek | null {
  if (candles.length === 0) return null;
  return terms.condition.type === "move" ? movesIn(terms, candles) : crossingsIn(terms, candles);
}

function crossingsIn({ condition, repeat }: AlertTerms, candles: readonly Candle[]): ToldInWeek {
  const isRise = condition.type !== "move" && condition.direction === "rises";
  // A fall is a rise of the negative prices.
  const sign = isRise ? 1 : -1;
  const retreat = repeat.type === "again" ? repeat.retreat : 0;
  let isArmed: boolean | null = null;
  let isEstimate = false;
  let times = 0;
  for (const [startMs, open, high, low, close] of candles) {
    const level = (sign * (value2Of(condition, startMs) ?? 0)) / 2;
    const [from, top, bottom, to] = isRise ? [open, high, low, close] : [-open, -low, -high, -close];
    isArmed ??= from < level;
    const reaches = top >= level;
    const comesBack = bottom <= level - retreat && bottom < level;
    if (isArmed && reaches) {
      times += 1;
      if (repeat.type === "once") return { times, isEstimate };
      isArmed = to <= level - retreat && to < level;
      // It may have come back and reached it again, more than once.
      isEstimate ||= comesBack;
    } else if (!isArmed && comesBack) {
      isArmed = !(reaches && to >= level);
      if (!isArmed) times += 1;
      isEstimate ||= reaches;
      if (times > 0 && repeat.type === "once") return { times, isEstimate };
    }
  }
  return { times, isEstimate };
}

/** Candles do not say when within them a price was, so that it is always an estimate; null for windows shorter than they are. */
function movesIn({ condition, repeat }: AlertTerms, candles: readonly Candle[]): ToldInWeek | null {
  if (condition.type !== "move" || condition.windowMs < CANDLE_INTERVALS[WEEK.interval]) return null;
  const { direction, windowMs } = condition;
  const part = condition.basisPoints / 10_000;
  let times = 0;
  let countsFromMs = 0;
  for (const [at, candle] of candles.entries()) {
    const [startMs, open, high, low, close] = candle;
    const within = candles.slice(Math.max(0, at - windowMs / CANDLE_INTERVALS[WEEK.interval]), at);
    const before = within.filter(([ms]) => ms > startMs - windowMs && ms >= countsFromMs);
    if (startMs < countsFromMs) continue;
    const isUp = close >= open;
    const lowest = Math.min(open, ...(isUp ? [low] : []), ...before.map((one) => one[3]));
    const highest = Math.max(open, ...(isUp ? [] : [high]), ...before.map((one) => one[2]));
    const rises = direction !== "down" && high >= lowest * (1 + part);
    const falls = direction !== "up" && low <= highest * (1 - part);
    if (!rises && !falls) continue;
    times += 1;
    if (repeat.type === "once") break;
    countsFromMs = startMs + windowMs;
  }
  return { times, isEstimate: true };
}
