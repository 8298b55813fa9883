import { CANDLE_INTERVALS, type Candle, candleStartMs } from "../../worker/contract/candles.ts";
import type { PricePoint } from "./chart-geometry.ts";

const MINUTE_MS = CANDLE_INTERVALS["1m"];
/** So many minutes of history a line begins with, and so many it shows. */
export const LINE_MINUTES = 30;
const LINE_MS = LINE_MINUTES * MINUTE_MS;
/** Ticks of the same two seconds are one point: half an hour stays below a thousand points. */
const STEP_MS = 2_000;
/** A line is not drawn across a pause longer than this: nobody knows what the price did in it. */
const PAUSE_MS = 3 * MINUTE_MS;

/** @returns the ticks of the line's time with one more, oldest first */
export function addTick(ticks: readonly PricePoint[], tick: PricePoint): readonly PricePoint[] {
  const step = (at: number) => Math.floor(at / STEP_MS);
  const last = ticks.at(-1);
  const earlier = last && step(last.at) === step(tick.at) ? ticks.slice(0, -1) : ticks;
  return [...earlier.filter(({ at }) => at > tick.at - LINE_MS), tick];
}

/**
 * One line of what the product knew before the visit and what the visit has seen: minutes by their closing price, and
 * ticks instead of them once there are some of that minute.
 * @param candles of one minute each
 * @param ticks oldest first
 * @returns the newest points up to the line's length, back to the last long pause, oldest first
 */
export function joinLine(candles: readonly Candle[], ticks: readonly PricePoint[]): readonly PricePoint[] {
  const minutes = new Set(ticks.map(({ at }) => candleStartMs(at, MINUTE_MS)));
  const closes = candles
    .filter(([startMs]) => !minutes.has(startMs))
    .map(([startMs, , , , close]) => ({ at: startMs + MINUTE_MS - 1, price: close }));
  // No candle is drawn ahead of the newest tick: the end of the running minute is still to come.
  const newestTickAt = ticks.at(-1)?.at ?? Number.POSITIVE_INFINITY;
  const points = [...closes.filter(({ at }) => at < newestTickAt), ...ticks].sort((one, other) => one.at - other.at);
  const newestAt = points.at(-1)?.at ?? 0;
  const start = points.findLastIndex(({ at }, index) => at - (points[index - 1]?.at ?? at) > PAUSE_MS);
  return points.slice(Math.max(0, start)).filter(({ at }) => at > newestAt - LINE_MS);
}

/** The newest price of each minute, oldest first: what a line without room for seconds shows. */
export function minutePrices(line: readonly PricePoint[]): number[] {
  const prices = new Map(line.map(({ at, price }) => [candleStartMs(at, MINUTE_MS), price]));
  return [...prices.values()];
}
