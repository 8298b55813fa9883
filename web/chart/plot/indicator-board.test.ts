import { expect, test } from "bun:test";
import { CANDLES_PER_ANSWER, type Candle } from "../../../worker/contract/candles.ts";
import { DEFAULT_CHART } from "../../../worker/contract/terminal/terminal-defaults.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/contract/time.ts";
import { fixedWalk } from "../../test/candle-walks.ts";
import { addIndicator, type ChosenIndicators, changeIndicator } from "../indicators/chosen-indicators.ts";
import { INDICATORS, type IndicatorName } from "../indicators/indicator-kinds.ts";
import { type CandleColumns, columnsOf, foldLive, mergeNewer, prependOlder } from "./candle-columns.ts";
import { IndicatorBoard } from "./indicator-board.ts";

const START_MS = Date.UTC(2026, 10, 20);
const candle = (minute: number, close = 100 + Math.sin(minute) * 9): Candle => [
  START_MS + minute * MINUTE_MS,
  100,
  close + 3,
  close - 3,
  close,
  5 + (minute % 4),
];
const candles = (from: number, count: number) => Array.from({ length: count }, (_, i) => candle(from + i));

function boardOf(
  chosen: ChosenIndicators,
  columns: CandleColumns,
  sizeMs: number = MINUTE_MS,
  { isWhole = true } = {},
) {
  const board = new IndicatorBoard();
  board.layOut(600);
  board.begin(columns, sizeMs);
  board.setWhole(isWhole);
  board.choose(chosen, {});
  return board;
}

/** All values of all lines, row by row. */
const valuesOf = (board: IndicatorBoard, { startMs }: CandleColumns) =>
  board.shown.value.map(({ lines }) => lines.map(({ values }) => startMs.map((_, row) => values.at(row))));

const STANDARD: ChosenIndicators = DEFAULT_CHART.indicators;
const KINDS = Object.keys(INDICATORS) as IndicatorName[];

test.each(KINDS)("%s has the values of all its candles, whatever changed them", (kind) => {
  const chosen = addIndicator([], kind, "a");
  const columns = columnsOf(candles(100, 80));
  const board = boardOf(chosen, columns);
  foldLive(columns, { price: 130, atMs: START_MS + 179.5 * MINUTE_MS }, MINUTE_MS);
  board.update(columns);
  foldLive(columns, { price: 90, atMs: START_MS + 180 * MINUTE_MS }, MINUTE_MS);
  board.update(columns);
  board.update(columns, mergeNewer(columns, [candle(120, 150), candle(179, 101), candle(180, 95), candle(181)]));
  prependOlder(columns, candles(60, 40));
  board.update(columns, 0);
  expect(valuesOf(board, columns)).toEqual(valuesOf(boardOf(chosen, columns), columns));
});

test.each(KINDS)("%s shows no value that older candles change", (kind) => {
  const walk = fixedWalk(4_000);
  const columns = columnsOf(walk.slice(-CANDLES_PER_ANSWER.standard));
  const board = boardOf(addIndicator([], kind, "a"), columns, MINUTE_MS, { isWhole: false });
  const [before = []] = valuesOf(board, columns);
  const added = prependOlder(columns, walk);
  board.update(columns, 0);
  const [after = []] = valuesOf(board, columns);
  for (const [line, values] of before.entries()) {
    const changed = values.filter((value, row) => {
      const later = after[line]?.[row + added] ?? Number.NaN;
      return !Number.isNaN(value) && !(Math.abs(value - later) < 1e-3);
    });
    expect(changed).toEqual([]);
  }
  // The newest candles, which a chart shows at first, have values, but where a trend turns too rarely or the day is longer.
  if (kind === "supertrend" || kind === "vwap") return;
  for (const values of before) expect(values.slice(-110).filter(Number.isNaN)).toEqual([]);
});

test("where there are no older candles, all values are shown", () => {
  const columns = columnsOf(fixedWalk(100));
  const board = boardOf(addIndicator([], "rsi", "a"), columns, MINUTE_MS, { isWhole: false });
  const values = () => valuesOf(board, columns)[0]?.[0]?.findIndex((value) => !Number.isNaN(value));
  // 14 candles, and 187 until the first ones have a millionth of the weight.
  expect([values(), board.leadRows]).toEqual([-1, 201]);
  expect([board.setWhole(true), board.setWhole(true)]).toEqual([true, false]);
  expect([values(), board.leadRows]).toEqual([14, 0]);
});

test("a colour changes no value, a setting computes them anew, and what is hidden is not shown", () => {
  const columns = columnsOf(candles(0, 30));
  const board = boardOf(STANDARD, columns);
  const [nine] = board.shown.value;
  board.choose(changeIndicator(STANDARD, "sma-9", { colours: ["down"] }), {});
  expect(board.shown.value[0]?.indicator).toBe(nine?.indicator);
  expect(board.shown.value[0]?.lines[0]?.colour).toBe("down");
  board.choose(changeIndicator(STANDARD, "sma-9", { settings: { period: 2 } }), {});
  const mean = ((columns.close[28] ?? 0) + (columns.close[29] ?? 0)) / 2;
  expect(board.shown.value[0]?.lines[0]?.values.at(29)).toBeCloseTo(mean, 9);
  board.choose(changeIndicator(STANDARD, "sma-9", { isHidden: true }), {});
  expect(board.shown.value.map(({ label }) => label)).toEqual(["SMA 21"]);
});

test("only indicators with a pane of their own take room below the price", () => {
  const chosen = addIndicator(addIndicator(STANDARD, "rsi", "a"), "volumeAverage", "b");
  const board = boardOf(chosen, columnsOf(candles(0, 30)));
  expect(board.layout.value).toMatchObject({ panes: [{ id: "a", topPx: 508, heightPx: 92 }], leftOut: [] });
  board.layOut(90);
  expect(board.layout.value).toEqual({ panes: [], leftOut: ["a"] });
});

test("an average of the day needs the day's beginning, below candles of a day", () => {
  const chosen = addIndicator([], "vwap", "a");
  const later = columnsOf(candles(60, 5));
  expect(boardOf(chosen, later).lacksDayStart).toBe(true);
  expect(boardOf(STANDARD, later).lacksDayStart).toBe(false);
  expect(boardOf(changeIndicator(chosen, "a", { isHidden: true }), later).lacksDayStart).toBe(false);
  expect(boardOf(chosen, columnsOf(candles(0, 5))).lacksDayStart).toBe(false);
  // The first day began before its first candle, and another one has begun since.
  const overnight = columnsOf([candle(-HOUR_MS / MINUTE_MS), ...candles(5, 2)]);
  expect(boardOf(chosen, overnight).lacksDayStart).toBe(false);
  expect(boardOf(chosen, later, DAY_MS).lacksDayStart).toBe(false);
  expect(boardOf(chosen, columnsOf([])).lacksDayStart).toBe(false);
});
