import { type Candle, foldPrice } from "../../worker/contract/candles.ts";
import { closingPrice, isFillable } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoFill, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { gainSteps, type PathPoint } from "../../worker/contract/excursion/position-path.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import { type PositionStory, pathPositionOf, placeOf } from "../../worker/contract/replay/position-story.ts";
import { HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { type CandleColumns, columnsOf } from "../chart/plot/candle-columns.ts";

/** Candles that a replay can have, and how many of them it has at most. */
const SIZES_MS = [1_000, 5_000, 15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS] as const;
const ROWS_MAX = 140;
/** Fewer quotes in a candle make dashes of it, fewer candles make no chart. */
const QUOTES_IN_ROW = 4;
const ROWS_MIN = 30;

/** Something that happened at a place of a replay: a fill, or a change of the stop. */
export type TimelineMark = { place: number; atMs: number } & (
  | { type: "open" | "close"; fill: DemoFill }
  | { type: "stop"; stop: number | null; before: number | null }
);

/** Quotes as candles. `rows` has the row of each place, `rowStarts` the first place of each row. */
export type QuoteCandles = {
  quotes: readonly MarketQuote[];
  sizeMs: number;
  rows: Int32Array;
  rowStarts: number[];
  candles: Candle[];
};

/**
 * A trade's quotes as a replay goes through them, one place each. `worst` and `best` have for each place the place of the furthest quote so far
 * among those that could have closed the part; -1 before its opening.
 */
export type Timeline = QuoteCandles & {
  /** The places of the opening, and of the closing of the part. */
  openPlace: number;
  exitPlace: number;
  marks: TimelineMark[];
  worst: Int32Array;
  best: Int32Array;
};

/** @param part the closing fill of the part that is shown */
export function timelineOf(story: PositionStory, part: DemoFill, quotes: readonly MarketQuote[]): Timeline {
  const openPlace = placeAt(quotes, placeOf(story.open));
  const exitPlace = placeAt(quotes, placeOf(part));
  return {
    ...candlesOf(quotes),
    ...{ openPlace, exitPlace },
    marks: marksOf(story, part, quotes),
    ...furthestOf(story, quotes, { openPlace, exitPlace }),
  };
}

function sizeOf(quotes: readonly MarketQuote[]): number {
  const [first, last] = [quotes[0], quotes.at(-1)];
  const spanMs = first && last ? last.heardAt - first.heardAt : 0;
  const fitting = SIZES_MS.filter((size) => spanMs / size <= ROWS_MAX);
  const isDense = (size: number) => quotes.length >= (spanMs / size) * QUOTES_IN_ROW;
  const dense = fitting.find((size) => isDense(size) && spanMs / size >= ROWS_MIN);
  return dense ?? fitting[0] ?? HOUR_MS;
}

/** The place of the newest quote up to a record; 0 before the first. */
export function placeAt(quotes: readonly MarketQuote[], seq: number): number {
  let [low, high] = [0, quotes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((quotes[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function marksOf(story: PositionStory, part: DemoFill, quotes: readonly MarketQuote[]): TimelineMark[] {
  const { open, amendments, closings, exits } = story;
  const at = (seq: number, atMs: number) => ({ place: placeAt(quotes, seq), atMs });
  let before = exits?.stop ?? null;
  const stops = amendments.flatMap(({ seq, at: atMs, stop }): TimelineMark[] => {
    if (stop === before) return [];
    const mark = { ...at(seq, atMs), type: "stop" as const, stop, before };
    before = stop;
    return placeOf(part) < seq ? [] : [mark];
  });
  const shown = closings.filter(({ id }) => id <= part.id);
  return [
    { ...at(placeOf(open), open.at), type: "open", fill: open },
    ...stops,
    ...shown.map((fill) => ({ ...at(placeOf(fill), fill.at), type: "close" as const, fill })),
  ];
}

function furthestOf(
  story: PositionStory,
  quotes: readonly MarketQuote[],
  { openPlace, exitPlace }: Pick<Timeline, "openPlace" | "exitPlace">,
): Pick<Timeline, "worst" | "best"> {
  const position = pathPositionOf(story);
  const worst = new Int32Array(quotes.length).fill(-1);
  const best = new Int32Array(quotes.length).fill(-1);
  const gainAt = (place: number) => {
    const quote = quotes[place];
    return quote ? gainSteps(position, closingPrice(quote, story.open.side, story.costs)) : 0;
  };
  quotes.forEach((quote, place) => {
    worst[place] = worst[place - 1] ?? -1;
    best[place] = best[place - 1] ?? -1;
    if (place < openPlace || place > exitPlace || quote.seq < story.open.quote.seq) return;
    if (!isFillable(quote, quote.heardAt)) return;
    const gain = gainAt(place);
    if (worst[place] === -1 || gain < gainAt(worst[place] ?? 0)) worst[place] = place;
    if (best[place] === -1 || gain > gainAt(best[place] ?? 0)) best[place] = place;
  });
  return { worst, best };
}

/** The candles of quotes, of a size that shows them well. */
export function candlesOf(quotes: readonly MarketQuote[]): QuoteCandles {
  const sizeMs = sizeOf(quotes);
  const rows = new Int32Array(quotes.length);
  const rowStarts: number[] = [];
  const candles: Candle[] = [];
  quotes.forEach((quote, place) => {
    const last = candles.at(-1);
    const isSame = last !== undefined && quote.heardAt < last[0] + sizeMs;
    const candle = foldPrice(isSame ? last : null, { price: midSteps(quote), atMs: quote.heardAt }, sizeMs);
    if (isSame) candles[candles.length - 1] = candle;
    else {
      candles.push(candle);
      rowStarts.push(place);
    }
    rows[place] = candles.length - 1;
  });
  return { quotes, sizeMs, rows, rowStarts, candles };
}

/** The candles up to a place, the last one as it was then. */
export function columnsAt({ quotes, sizeMs, rows, rowStarts, candles }: QuoteCandles, place: number): CandleColumns {
  const row = rows[place] ?? 0;
  let last: Candle | null = null;
  for (const quote of quotes.slice(rowStarts[row] ?? 0, place + 1)) {
    last = foldPrice(last, { price: midSteps(quote), atMs: quote.heardAt }, sizeMs);
  }
  return columnsOf([...candles.slice(0, row), ...(last ? [last] : [])]);
}

/** Where on the chart a time is, in rows: the middle of a candle is a whole number. */
export function rowAtTime({ candles, sizeMs }: Pick<QuoteCandles, "candles" | "sizeMs">, atMs: number): number {
  let [low, high] = [0, candles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candles[middle]?.[0] ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  const row = Math.max(0, low - 1);
  const into = (atMs - (candles[row]?.[0] ?? atMs)) / sizeMs;
  return row - 0.5 + Math.min(Math.max(into, 0), 1);
}

/** The price that would have closed the position at a place. */
export function pointAt(story: PositionStory, { quotes }: Timeline, place: number): PathPoint | null {
  const quote = quotes[place];
  return quote
    ? { seq: quote.seq, atMs: quote.heardAt, price: closingPrice(quote, story.open.side, story.costs) }
    : null;
}
