import type { Trades } from "./question.ts";
import type { StudiedTrade, ToLocalTime } from "./studied-trade.ts";

/** Puts trades into the order of their closing and works out what the questions ask about them. @param given in any order */
export function prepareTrades(given: readonly StudiedTrade[], toLocalTime: ToLocalTime): Trades {
  const trades = given.toSorted((a, b) => a.closedAtMs - b.closedAtMs || a.id - b.id);
  const count = trades.length;
  const openedAtMs = Float64Array.from(trades, (trade) => trade.openedAtMs ?? Number.NaN);
  const closedAtMs = Float64Array.from(trades, (trade) => trade.closedAtMs);
  const weekday = new Int8Array(count).fill(-1);
  const minute = new Int16Array(count).fill(-1);
  const day = new Int32Array(count).fill(-1);
  for (const [at, { openedAtMs: opened }] of trades.entries()) {
    if (opened === null) continue;
    const local = toLocalTime(opened);
    weekday[at] = local.weekday;
    minute[at] = local.minute;
    day[at] = local.day;
  }
  const holding = trades.map((trade) => (trade.openedAtMs === null ? Number.NaN : trade.closedAtMs - trade.openedAtMs));
  const usualHolding = median(holding);
  return {
    count,
    trades,
    openedAtMs,
    closedAtMs,
    before: lastClosedBefore(openedAtMs, closedAtMs),
    placeInDay: placesInDay(openedAtMs, day),
    weekday,
    minute,
    day,
    sizeByMedian: sizesByMedian(trades),
    holdingByMedian: Float64Array.from(holding, (ms) => ms / usualHolding),
    symbols: byFrequency(trades.map(({ symbol }) => symbol)),
    setups: byFrequency(trades.flatMap(({ setup }) => setup ?? [])),
  };
}

/** For each opening the last of the closings before it, which are in their order. */
function lastClosedBefore(openedAtMs: Float64Array, closedAtMs: Float64Array): Int32Array {
  return Int32Array.from(openedAtMs, (opened) => {
    if (Number.isNaN(opened)) return -1;
    let [low, high] = [0, closedAtMs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((closedAtMs[middle] ?? 0) < opened) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  });
}

function placesInDay(openedAtMs: Float64Array, day: Int32Array): Int32Array {
  const places = new Int32Array(day.length).fill(-1);
  const inOrder = [...day.keys()]
    .filter((at) => day[at] !== -1)
    .toSorted((a, b) => (openedAtMs[a] ?? 0) - (openedAtMs[b] ?? 0) || a - b);
  const counts = new Map<number, number>();
  for (const at of inOrder) {
    const of = day[at] ?? -1;
    const place = counts.get(of) ?? 0;
    places[at] = place;
    counts.set(of, place + 1);
  }
  return places;
}

/** Sizes of different symbols have different units, so each is compared with those of its own. */
function sizesByMedian(trades: readonly StudiedTrade[]): Float64Array {
  const medians = new Map<string, number>();
  for (const [symbol, of] of Map.groupBy(trades, ({ symbol }) => symbol)) {
    medians.set(symbol, median(of.map(({ quantity }) => quantity)));
  }
  return Float64Array.from(trades, ({ symbol, quantity }) => quantity / (medians.get(symbol) ?? Number.NaN));
}

/** The median of the values that are known; NaN without any. */
export function median(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  const middle = known.length >> 1;
  const [high, low] = [known[middle] ?? Number.NaN, known[middle - 1] ?? Number.NaN];
  return known.length % 2 === 1 ? high : (low + high) / 2;
}

function byFrequency(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1)).map(([name]) => name);
}
