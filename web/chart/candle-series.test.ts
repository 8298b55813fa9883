import { expect, spyOn, test } from "bun:test";
import { CANDLE_INTERVALS, type Candle } from "../../worker/contract/candles.ts";
import { CandleSeries, type FetchCandles } from "./candle-series.ts";

const MINUTE_MS = CANDLE_INTERVALS["1m"];
const NOW_MS = Date.UTC(2026, 10, 21, 12);

/** A source with 2,500 minutes up to now; `fail` makes its requests fail. */
function sourceOf({ minutes = 2_500 } = {}) {
  const all = Array.from({ length: minutes }, (_, i): Candle => {
    const startMs = NOW_MS - (minutes - 1 - i) * MINUTE_MS;
    return [startMs, 100, 101, 99, 100, 1];
  });
  const requests: Parameters<FetchCandles>[0][] = [];
  const state = { all, requests, fail: false, isWhole: true };
  const fetch: FetchCandles = async (request) => {
    requests.push(request);
    if (state.fail) throw new Error("no network");
    const before = state.all.filter(([startMs]) => startMs < (request.beforeMs ?? Number.POSITIVE_INFINITY));
    return { candles: before.slice(-request.limit), isWhole: state.isWhole };
  };
  const changes: number[] = [];
  const series = new CandleSeries({ symbol: "BTCUSDm", interval: "1m", fetch });
  series.onChange = ({ addedInFront }) => changes.push(addedInFront);
  return { state, series, changes };
}

test("a series loads the newest candles, then requests only new ones", async () => {
  const { state, series } = sourceOf();
  await series.loadNewest(NOW_MS);
  expect([series.status, series.columns.startMs.length]).toEqual(["ready", 500]);
  state.all.push([NOW_MS + MINUTE_MS, 100, 120, 100, 110, 1]);
  await series.loadNewest(NOW_MS + MINUTE_MS);
  expect(state.requests.at(-1)?.limit).toBe(3);
  expect([series.columns.startMs.length, series.columns.high.at(-1)]).toEqual([501, 120]);
});

/** Adds minutes up to an instant to the source. */
function addMinutes(state: { all: Candle[] }, untilMs: number): void {
  const lastMs = state.all.at(-1)?.[0] ?? 0;
  for (let startMs = lastMs + MINUTE_MS; startMs <= untilMs; startMs += MINUTE_MS) {
    state.all.push([startMs, 100, 101, 99, 100, 1]);
  }
}

test("minutes without a live price are loaded even though a live price started a candle after them", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  const { state, series } = sourceOf();
  await series.loadNewest(NOW_MS);
  const wakesAtMs = NOW_MS + 10 * MINUTE_MS;
  addMinutes(state, wakesAtMs);
  series.take({ mid: 100, at: wakesAtMs });
  state.fail = true;
  await series.loadNewest(wakesAtMs);
  state.fail = false;
  await series.loadNewest(wakesAtMs);
  expect(series.columns.startMs.slice(-12)).toEqual(state.all.slice(-12).map(([startMs]) => startMs));
});

test("after a gap longer than one response, the chart starts over without a hole", async () => {
  const { state, series } = sourceOf();
  await series.loadNewest(NOW_MS);
  const wakesAtMs = NOW_MS + 1_200 * MINUTE_MS;
  addMinutes(state, wakesAtMs);
  series.take({ mid: 100, at: wakesAtMs });
  await series.loadNewest(wakesAtMs);
  await series.loadOlder();
  expect(series.columns.startMs).toEqual(state.all.slice(-1_500).map(([startMs]) => startMs));
});

test("stored candles are prepended while the source still loads, without needless requests", async () => {
  const { state, series } = sourceOf({ minutes: 600 });
  state.isWhole = false;
  await series.loadNewest(NOW_MS);
  await series.loadOlder();
  expect(series.columns.startMs.length).toBe(600);
  await series.loadOlder();
  const requests = state.requests.length;
  await series.loadOlder();
  expect(state.requests.length).toBe(requests);
  // More may have arrived with the next load of the newest candles.
  state.all.unshift([NOW_MS - 600 * MINUTE_MS, 100, 101, 99, 100, 1]);
  await series.loadNewest(NOW_MS);
  await series.loadOlder();
  expect(series.columns.startMs.length).toBe(601);
});

test("older candles are prepended until there are no more, with one request at a time", async () => {
  const { state, series, changes } = sourceOf();
  await series.loadNewest(NOW_MS);
  await Promise.all([series.loadOlder(), series.loadOlder()]);
  expect(changes.at(-1)).toBe(1_000);
  await series.loadOlder();
  await series.loadOlder();
  const before = state.requests.length;
  await series.loadOlder();
  expect(series.columns.startMs.length).toBe(2_500);
  expect(state.requests.length).toBe(before);
});

test("a failed first load sets the error status and can be retried; a later failure keeps the candles", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  const { state, series } = sourceOf();
  state.fail = true;
  await series.loadNewest(NOW_MS);
  expect([series.status, series.isIncomplete]).toEqual(["error", true]);
  state.fail = false;
  await series.loadNewest(NOW_MS);
  expect([series.status, series.isIncomplete]).toEqual(["ready", false]);
  state.fail = true;
  await series.loadNewest(NOW_MS);
  expect([series.status, series.columns.startMs.length]).toEqual(["ready", 500]);
});

test("while the source still loads, a full page is requested again", async () => {
  const { state, series } = sourceOf({ minutes: 3 });
  state.isWhole = false;
  await series.loadNewest(NOW_MS);
  expect(series.isIncomplete).toBe(true);
  await series.loadNewest(NOW_MS);
  expect(state.requests.at(-1)?.limit).toBe(500);
});

test("a symbol without candles is empty, and a live price does not create one", async () => {
  const { series } = sourceOf({ minutes: 0 });
  await series.loadNewest(NOW_MS);
  series.take({ mid: 5, at: NOW_MS });
  expect([series.status, series.columns.startMs.length]).toEqual(["empty", 0]);
});

test("what a chart left is shown by the next one, and takes no live price before it has been loaded again", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  const { state, series } = sourceOf();
  await series.loadNewest(NOW_MS);
  await series.loadOlder();
  series.leave();
  expect([series.status, series.columns.startMs.length]).toEqual(["ready", 500]);
  const returnsAtMs = NOW_MS + 10 * MINUTE_MS;
  addMinutes(state, returnsAtMs);
  series.take({ mid: 500, at: returnsAtMs });
  state.fail = true;
  await series.loadNewest(returnsAtMs);
  series.take({ mid: 500, at: returnsAtMs });
  expect([series.columns.startMs.at(-1), series.isIncomplete]).toEqual([NOW_MS, true]);
  state.fail = false;
  await series.loadNewest(returnsAtMs);
  series.take({ mid: 500, at: returnsAtMs });
  expect([series.columns.startMs.at(-1), series.columns.close.at(-1)]).toEqual([returnsAtMs, 500]);
  expect(series.columns.startMs.slice(-12)).toEqual(state.all.slice(-12).map(([startMs]) => startMs));
  expect(series.isIncomplete).toBe(false);
});

test("what a chart left without candles is loading again", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  const { state, series } = sourceOf();
  state.fail = true;
  await series.loadNewest(NOW_MS);
  series.leave();
  expect(series.status).toBe("loading");
});
