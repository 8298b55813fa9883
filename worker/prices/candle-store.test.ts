import { beforeEach, expect, test } from "bun:test";
import { type ObjectSql, testSqlStorage } from "../../dev/test/test-sql-storage.ts";
import { CANDLE_INTERVALS, type Candle } from "../contract/candles.ts";
import { CandleStore } from "./candle-store.ts";

const { "1m": minute, "1h": hour } = CANDLE_INTERVALS;
const START_MS = Date.UTC(2026, 10, 21, 12);
const candle = (i: number): Candle => [START_MS + i * minute, 100.25, 101.5, 99.75, 100.5, i];

let sql: ObjectSql;
let store: CandleStore;
beforeEach(() => {
  sql = testSqlStorage();
  store = new CandleStore(sql);
});

test("the newest that begin before a given time are read oldest first, with all figures unchanged", () => {
  store.write("BTCUSDm", minute, [4, 1, 3, 0, 2].map(candle));
  expect(store.read("BTCUSDm", minute, START_MS + 4 * minute, 3)).toEqual([1, 2, 3].map(candle));
});

test("symbols and sizes are separate", () => {
  store.write("BTCUSDm", minute, [candle(0)]);
  store.setCoveredUntil("BTCUSDm", minute, START_MS);
  for (const [symbol, sizeMs] of [
    ["ETHUSDm", minute],
    ["BTCUSDm", hour],
  ] as const) {
    expect(store.read(symbol, sizeMs, START_MS + hour, 10)).toEqual([]);
    expect(store.coveredUntilMs(symbol, sizeMs)).toBe(0);
    store.removeBefore(symbol, sizeMs, START_MS + hour);
  }
  expect(store.read("BTCUSDm", minute, START_MS + hour, 10)).toEqual([candle(0)]);
});

test("a candle that is written again is replaced", () => {
  store.write("BTCUSDm", minute, [candle(0)]);
  const grown: Candle = [START_MS, 100.25, 110, 90, 105, 9];
  store.write("BTCUSDm", minute, [grown]);
  expect(store.read("BTCUSDm", minute, START_MS + hour, 10)).toEqual([grown]);
});

test("candles that began before a given time are removed, and one that began at it is kept", () => {
  store.write("BTCUSDm", minute, [0, 1, 2].map(candle));
  store.removeBefore("BTCUSDm", minute, START_MS + minute);
  expect(store.read("BTCUSDm", minute, START_MS + hour, 10)).toEqual([1, 2].map(candle));
});

test("everything is still there when the object restarts", () => {
  store.write("BTCUSDm", minute, [candle(0)]);
  store.setCoveredUntil("BTCUSDm", minute, START_MS + 30_000);
  store.setVolumesUntil("BTCUSDm", minute, START_MS + 20_000);
  const again = new CandleStore(sql);
  expect(again.read("BTCUSDm", minute, START_MS + hour, 10)).toEqual([candle(0)]);
  expect(again.coveredUntilMs("BTCUSDm", minute)).toBe(START_MS + 30_000);
  expect(again.volumesUntilMs("BTCUSDm", minute)).toBe(START_MS + 20_000);
});
