import { expect, setDefaultTimeout, test } from "bun:test";
import { loggedDemo, storiesIn } from "../../dev/test/logged-demo.ts";
import { type Candle, foldPrice } from "../../worker/contract/candles.ts";
import { measurePart } from "../../worker/contract/excursion/part-excursion.ts";
import { pathOf } from "../../worker/contract/excursion/position-path.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import { pathPositionOf } from "../../worker/contract/replay/position-story.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { candleAt } from "../chart/plot/candle-columns.ts";
import { columnsAt, pointAt, rowAtTime, timelineOf } from "./replay-timeline.ts";

setDefaultTimeout(600_000);

/** The timelines of the last parts of random positions. */
function* timelines() {
  for (let seed = 0; seed < 30; seed++) {
    const log = loggedDemo(seed);
    for (const story of storiesIn(log).slice(0, 3)) {
      const part = story.closings.at(-1);
      if (!part) continue;
      const symbol = TRADED_SYMBOLS[story.open.symbol].pricedFrom;
      const quotes = log.quotes.filter((quote) => quote.symbol === symbol);
      yield { story, part, quotes, timeline: timelineOf(story, part, quotes) };
    }
  }
}

test("at each place the candles are those of the quotes up to it, and nothing of what came later", () => {
  let places = 0;
  for (const { quotes, timeline } of timelines()) {
    const folded: Candle[] = [];
    quotes.forEach((quote, place) => {
      const last = folded.at(-1);
      const isSame = last !== undefined && quote.heardAt < last[0] + timeline.sizeMs;
      const candle = foldPrice(isSame ? last : null, { price: midSteps(quote), atMs: quote.heardAt }, timeline.sizeMs);
      if (isSame) folded[folded.length - 1] = candle;
      else folded.push(candle);
      const columns = columnsAt(timeline, place);
      expect(columns.startMs.length).toBe(folded.length);
      expect(candleAt(columns, folded.length - 1)).toEqual(candle);
      places += 1;
    });
  }
  expect(places).toBeGreaterThan(1_000);
});

test("the best and the worst at the end are those of the measure", () => {
  let compared = 0;
  for (const { story, part, quotes, timeline } of timelines()) {
    const position = pathPositionOf(story);
    const index = position.parts.findIndex(({ id }) => id === part.id);
    const { best, worst } = measurePart(position, pathOf(quotes, position, story.costs), index);
    for (const [of, mark] of [
      ["best", best],
      ["worst", worst],
    ] as const) {
      const point = pointAt(story, timeline, timeline[of][timeline.exitPlace] ?? -1);
      expect(point?.price).toBe(mark.price);
    }
    compared += 1;
  }
  expect(compared).toBeGreaterThan(30);
});

test("a time is where its candle is", () => {
  const [first] = timelines();
  const { candles, sizeMs } = first?.timeline ?? { candles: [], sizeMs: 1 };
  if (!first) throw new Error("no timeline");
  candles.forEach(([startMs], row) => {
    expect(rowAtTime(first.timeline, startMs)).toBe(row - 0.5);
    expect(rowAtTime(first.timeline, startMs + sizeMs / 2)).toBe(row);
  });
});
