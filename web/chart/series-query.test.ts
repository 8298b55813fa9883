import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { CANDLE_INTERVALS, type Candle } from "../../worker/contract/candles.ts";
import { setOwner } from "../state/owner.ts";
import { invalidate, peekQuery, watchQuery } from "../state/query.ts";
import type { FetchCandles } from "./candle-series.ts";
import { seriesQuery } from "./series-query.ts";

setDefaultTimeout(600_000);

/** What an earlier test has loaded belongs to another account. */
function emptyCache() {
  setOwner("another");
  setOwner(null);
}

let stop = () => {};
beforeEach(emptyCache);
afterEach(() => {
  stop();
  emptyCache();
});

const candle = (minute: number): Candle => [minute * CANDLE_INTERVALS["1m"], 1, 1, 1, 1, 0];

/** A source with two minutes, and its charts of one symbol. */
function source() {
  const state = { all: [candle(1), candle(2)], requests: 0, fail: false };
  const fetch: FetchCandles = async ({ limit }) => {
    state.requests += 1;
    if (state.fail) throw new Error("no network");
    return { candles: state.all.slice(-limit), isWhole: true };
  };
  const query = () => seriesQuery("BTCUSDm", "1m", fetch);
  const lastMs = () => peekQuery(query()).value?.columns.startMs.at(-1);
  /** Leaves the chart as its controller does. */
  const leave = () => {
    stop();
    peekQuery(query()).value?.leave();
    void invalidate(query().key);
  };
  return { state, query, lastMs, leave };
}

test("a chart that is opened again has its candles at once, and then the newer ones", async () => {
  const { state, query, lastMs, leave } = source();
  stop = watchQuery(query());
  await waitFor(() => expect(lastMs()).toBe(candle(2)[0]));
  leave();
  state.all.push(candle(3));
  const shown: (number | undefined)[] = [];
  stop = watchQuery(query(), ({ value }) => shown.push(value?.columns.startMs.at(-1)));
  expect(shown).toEqual([candle(2)[0]]);
  expect(state.requests).toBe(1);
  await waitFor(() => expect(lastMs()).toBe(candle(3)[0]));
  expect(state.requests).toBe(2);
});

test("candles that could not be loaded are requested again soon, without anybody's doing", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  const { state, query, lastMs } = source();
  state.fail = true;
  stop = watchQuery(query());
  await waitFor(() => expect(peekQuery(query()).value?.status).toBe("error"));
  state.fail = false;
  await waitFor(() => expect(lastMs()).toBe(candle(2)[0]));
});

test("another user does not get the candles of the one before", async () => {
  setOwner("one");
  const { query, lastMs, leave } = source();
  stop = watchQuery(query());
  await waitFor(() => expect(lastMs()).toBe(candle(2)[0]));
  leave();
  setOwner("two");
  expect(peekQuery(query()).value).toBeNull();
});
