import { expect, test } from "bun:test";
import { DEFAULT_CHART } from "../../../worker/contract/terminal/terminal-defaults.ts";
import {
  addIndicator,
  type ChosenIndicators,
  changeIndicator,
  colouredLines,
  coloursFor,
  INDICATORS_MAX,
  indicatorLabel,
  moveIndicator,
  readIndicators,
  removeIndicator,
} from "./chosen-indicators.ts";
import { INDICATORS, type IndicatorName } from "./indicator-kinds.ts";

const STANDARD: ChosenIndicators = DEFAULT_CHART.indicators;
const KINDS = Object.keys(INDICATORS) as IndicatorName[];
const ids = (list: ChosenIndicators) => list.map(({ id }) => id);

test("an indicator is added at the end with standard settings, the same kind several times", () => {
  const once = addIndicator(STANDARD, "rsi", "a");
  const twice = addIndicator(once, "rsi", "b");
  expect(ids(twice)).toEqual(["sma-9", "sma-21", "a", "b"]);
  expect(twice.at(-1)).toEqual({
    id: "b",
    kind: "rsi",
    settings: { period: 14 },
    colours: ["accent"],
    isHidden: false,
  });
});

test("over the candles a line gets a colour that no other one has, as long as there is one", () => {
  expect(addIndicator(STANDARD, "ema", "a").at(-1)?.colours).toEqual(["warn"]);
  let list: ChosenIndicators = [];
  for (let i = 0; i < 7; i++) list = addIndicator(list, "wma", String(i));
  expect(list.map(({ colours }) => colours[0])).toEqual([
    "accent",
    "text",
    "warn",
    "muted",
    "accent",
    "accent",
    "accent",
  ]);
});

test("the colours of up and down are for what means that, and an average that is stored in one is grey", () => {
  expect(coloursFor("sma")).toEqual(["accent", "text", "warn", "muted"]);
  expect(coloursFor("supertrend")).toContain("down");
  const stored = (kind: string, colours: string[]) => readIndicators([{ id: "a", kind, colours }])?.[0]?.colours;
  expect(stored("ema", ["up"])).toEqual(["muted"]);
  expect(stored("ema", ["warn"])).toEqual(["warn"]);
  expect(stored("bollingerBands", ["up", "text", "down"])).toEqual(["muted", "text", "muted"]);
  expect(stored("supertrend", ["up", "down"])).toEqual(["up", "down"]);
});

test.each(KINDS)("%s has a colour for each of its lines", (kind) => {
  expect(addIndicator([], kind, "a")[0]?.colours.length).toBe(colouredLines(kind).length);
});

test("there are at most ten", () => {
  let list: ChosenIndicators = [];
  for (let i = 0; i < 12; i++) list = addIndicator(list, "sma", String(i));
  expect(list.length).toBe(INDICATORS_MAX);
});

test("they are changed, hidden, moved and removed one by one", () => {
  const list = addIndicator(STANDARD, "rsi", "a");
  const hidden = changeIndicator(list, "a", { isHidden: true, settings: { period: 7 } });
  expect(hidden.at(-1)).toMatchObject({ isHidden: true, settings: { period: 7 }, colours: ["accent"] });
  expect(hidden.slice(0, 2)).toEqual([...STANDARD]);
  expect(ids(moveIndicator(list, "a", -1))).toEqual(["sma-9", "a", "sma-21"]);
  expect(ids(moveIndicator(list, "a", 1))).toEqual(ids(list));
  expect(ids(moveIndicator(list, "sma-9", -1))).toEqual(ids(list));
  expect(ids(removeIndicator(list, "sma-21"))).toEqual(["sma-9", "a"]);
});

test("what is stored is read as it was", () => {
  const list = KINDS.slice(0, INDICATORS_MAX).reduce(
    (all, kind) => addIndicator(all, kind, kind),
    [] as ChosenIndicators,
  );
  expect(readIndicators(list)).toEqual(list);
  expect(readIndicators([])).toEqual([]);
});

test.each([null, undefined, "", 7, { kind: "rsi" }])("%p is no list of indicators", (stored) => {
  expect(readIndicators(stored)).toBeNull();
});

test("of a stored list, what is unknown is left out and what is out of bounds is fitted", () => {
  const stored = [
    { id: "a", kind: "toString" },
    { kind: "rsi" },
    null,
    { id: "b", kind: "macd", settings: { fast: 0, slow: "x", signal: 1e9 }, colours: ["pink", "down", "up"] },
    { id: "b", kind: "vwap", isHidden: "yes" },
    { id: "c", kind: "macd", settings: { fast: 0, slow: "x", signal: 1e9 }, colours: ["pink", "down", "up"] },
  ];
  expect(readIndicators(stored)).toEqual([
    { id: "b", kind: "vwap", settings: {}, colours: ["accent"], isHidden: false },
    {
      id: "c",
      kind: "macd",
      settings: { fast: 1, slow: 26, signal: 500 },
      colours: ["accent", "down"],
      isHidden: false,
    },
  ]);
});

test("a label has the settings", () => {
  expect(STANDARD.map(indicatorLabel)).toEqual(["SMA 9", "SMA 21"]);
  const [macd, vwap] = [addIndicator([], "macd", "a"), addIndicator([], "vwap", "b")];
  expect([...macd, ...vwap].map(indicatorLabel)).toEqual(["MACD 12, 26, 9", "VWAP"]);
});
