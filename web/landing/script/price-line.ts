import { CANDLE_INTERVALS, type Candle, candleStartMs } from "../../../worker/contract/candles.ts";
import type { PricePoint } from "./chart-geometry.ts";

const MINUTE_MS = CANDLE_INTERVALS["1m"];
/** Minutes of history that are loaded, and the length of the line. */
export const LINE_MINUTES = 30;
const LINE_MS = LINE_MINUTES * MINUTE_MS;
/** Ticks within the same two seconds become one point: half an hour stays below a thousand points. */
const STEP_MS = 2_000;
/** The line is not drawn across a longer pause, because the price in between is unknown. */
const PAUSE_MS = 3 * MINUTE_MS;

/** Adds a tick and drops ticks older than the line. @returns a new list, oldest first */
export function addTick(ticks: readonly PricePoint[], tick: PricePoint): readonly PricePoint[] {
  const step = (at: number) => Math.floor(at / STEP_MS);
  const last = ticks.at(-1);
  const earlier = last && step(last.at) === step(tick.at) ? ticks.slice(0, -1) : ticks;
  return [...earlier.filter(({ at }) => at > tick.at - LINE_MS), tick];
}

/**
 * Joins history and live ticks into one line: minutes by their closing price, replaced by ticks in minutes that have
 * any.
 * @param candles of one minute each
 * @param ticks oldest first
 * @returns the newest points up to the line's length, back to the last long pause, oldest first
 */
export function joinLine(candles: readonly Candle[], ticks: readonly PricePoint[]): readonly PricePoint[] {
  const minutes = new Set(ticks.map(({ at }) => candleStartMs(at, MINUTE_MS)));
  const closes = candles
    .filter(([startMs]) => !minutes.has(startMs))
    .map(([startMs, , , , close]) => ({ at: startMs + MINUTE_MS - 1, price: close }));
  // No candle may be later than the newest tick: the running minute's close time is in the future.
  const newestTickAt = ticks.at(-1)?.at ?? Number.POSITIVE_INFINITY;
  const points = [...closes.filter(({ at }) => at < newestTickAt), ...ticks].sort((one, other) => one.at - other.at);
  const newestAt = points.at(-1)?.at ?? 0;
  const start = points.findLastIndex(({ at }, index) => at - (points[index - 1]?.at ?? at) > PAUSE_MS);
  return points.slice(Math.max(0, start)).filter(({ at }) => at > newestAt - LINE_MS);
}

/** The newest price of each minute, oldest first, for small lines without room for seconds. */
export function minutePrices(line: readonly PricePoint[]): number[] {
  const prices = new Map(line.map(({ at, price }) => [candleStartMs(at, MINUTE_MS), price]));
  return [...prices.values()];
}
