import { beforeEach, describe, expect, test } from "bun:test";
import { type ObjectSql, testSqlStorage } from "../../dev/test/test-sql-storage.ts";
import {
  CANDLE_INTERVAL_LIST,
  CANDLE_INTERVALS,
  type Candle,
  type CandleInterval,
  candleStartMs,
} from "../contract/candles.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { CandleKeeper } from "./candle-keeper.ts";
import { CandleStore } from "./candle-store.ts";
import type { CandleAnswer } from "./request-candles.ts";
import type { CandleSpan } from "./sources/price-source.ts";

const SECOND_MS = 1_000;
/** Not the start of any interval, so that every size has one under way. */
const NOW_MS = Date.UTC(2026, 10, 21, 13, 37, 30);
const PATIENCE_MS = 20_000;

/** The source's candle of any interval; its figures differ from ours. */
const sourceCandle = (startMs: number): Candle => [startMs, 500, 600, 400, 550, 7];

let sql: ObjectSql;
let store: CandleStore;
let keeper: CandleKeeper;
/** The requests to the source, in order. */
let requests: CandleSpan[];
/** The source's answer instead of candles. */
let failure: "refused" | "unanswered" | null;
/** Whether the source has a candle. */
let hasCandle: (startMs: number) => boolean;

beforeEach(() => {
  sql = testSqlStorage();
  requests = [];
  failure = null;
  hasCandle = () => true;
  keeper = openKeeper();
});

/** A keeper on top of what an earlier one has stored. */
function openKeeper(request: (span: CandleSpan) => Promise<CandleAnswer> = requestFromSource): CandleKeeper {
  store = new CandleStore(sql);
  return new CandleKeeper(store, { request, candlesPerCall: () => 5_000 });
}

async function requestFromSource(span: CandleSpan): Promise<CandleAnswer> {
  requests.push(span);
  if (failure) return failure;
  const candles: Candle[] = [];
  const firstMs = Math.ceil(span.fromMs / span.sizeMs) * span.sizeMs;
  for (let startMs = firstMs; startMs <= span.toMs; startMs += span.sizeMs) {
    if (hasCandle(startMs)) candles.push(sourceCandle(startMs));
  }
  return candles;
}

const tick = (atMs: number, price: number, symbol: FeedSymbol = "BTCUSDm") =>
  keeper.take([{ symbol, price, at: atMs, volume: 1 }]);

const read = (
  nowMs: number,
  {
    symbol = "BTCUSDm",
    interval = "1m",
    limit = 5,
    beforeMs = Number.MAX_SAFE_INTEGER,
  }: { symbol?: FeedSymbol; interval?: CandleInterval; limit?: number; beforeMs?: number } = {},
) => keeper.read({ symbol, interval, beforeMs, limit }, nowMs, PATIENCE_MS);

/** Ticks of these symbols every ten seconds, both ends included. */
function tickThrough(symbols: readonly FeedSymbol[], fromMs: number, toMs: number): void {
  for (let atMs = fromMs; atMs <= toMs; atMs += 10 * SECOND_MS) for (const symbol of symbols) tick(atMs, 510, symbol);
}

const startsOf = (candles: readonly Candle[]) => candles.map(([startMs]) => startMs);
/** Our own minutes never have the source's figures. */
const isOfSource = (candle: Candle | undefined) => candle?.[1] === 500;

describe("requests to the source", () => {
  test("a followed series is requested once", async () => {
    tick(NOW_MS - SECOND_MS, 510);
    await read(NOW_MS, { interval: "1d" });
    tickThrough(["BTCUSDm"], NOW_MS, NOW_MS + 10 * MINUTE_MS);
    expect((await read(NOW_MS + 10 * MINUTE_MS, { interval: "1d" })).isWhole).toBeTrue();
    expect(requests).toHaveLength(1);
  });

  test("without ticks, they are made every ten seconds at most, however many readers", async () => {
    for (let s = 0; s < 10; s++) {
      expect((await read(NOW_MS + s * SECOND_MS, { interval: "1d" })).isWhole).toBeTrue();
    }
    expect(requests).toHaveLength(1);
    await read(NOW_MS + 10 * SECOND_MS, { interval: "1d" });
    expect(requests).toHaveLength(2);
  });

  test("concurrent readers wait for the same answer", async () => {
    const answer = Promise.withResolvers<CandleAnswer>();
    let calls = 0;
    keeper = openKeeper(() => {
      calls += 1;
      return answer.promise;
    });
    const reads = [read(NOW_MS, { interval: "1d" }), read(NOW_MS, { interval: "1d" })];
    reads.push(read(NOW_MS + 15 * SECOND_MS, { interval: "1d" }));
    answer.resolve([sourceCandle(candleStartMs(NOW_MS, DAY_MS))]);
    for (const { candles, isWhole } of await Promise.all(reads)) {
      expect(candles).toHaveLength(1);
      expect(isWhole).toBeTrue();
    }
    expect(calls).toBe(1);
  });

  test("a reader during a slow answer gets the stored candles, and is told that more may come", async () => {
    const answer = Promise.withResolvers<CandleAnswer>();
    let isSlow = false;
    keeper = openKeeper((span) => (isSlow ? answer.promise : requestFromSource(span)));
    expect((await read(NOW_MS)).isWhole).toBeTrue();
    isSlow = true;
    const query = { symbol: "BTCUSDm", interval: "1m", beforeMs: Number.MAX_SAFE_INTEGER, limit: 5 } as const;
    const impatient = await keeper.read(query, NOW_MS + MINUTE_MS, 1);
    expect(impatient.candles).toHaveLength(5);
    expect(impatient.isWhole).toBeFalse();
    answer.resolve([]);
    expect((await keeper.read(query, NOW_MS + MINUTE_MS + SECOND_MS, PATIENCE_MS)).isWhole).toBeTrue();
  });

  test("after no answer, it is asked again after ten seconds, and readers know that more may come", async () => {
    failure = "unanswered";
    expect(await read(NOW_MS)).toEqual({ candles: [], isWhole: false });
    await read(NOW_MS + 9 * SECOND_MS);
    expect(requests).toHaveLength(1);
    failure = null;
    const { candles, isWhole } = await read(NOW_MS + 10 * SECOND_MS);
    expect(candles).toHaveLength(5);
    expect(isWhole).toBeTrue();
  });

  test("after a refusal, the stored candles count as complete, for ten minutes", async () => {
    failure = "refused";
    tick(NOW_MS, 510);
    for (let minute = 0; minute < 10; minute++) {
      const { candles, isWhole } = await read(NOW_MS + minute * MINUTE_MS, { limit: 500 });
      expect(startsOf(candles)).toEqual([candleStartMs(NOW_MS, MINUTE_MS)]);
      expect(isWhole).toBeTrue();
    }
    expect(requests).toHaveLength(1);

    failure = null;
    const { candles } = await read(NOW_MS + 10 * MINUTE_MS, { limit: 500 });
    expect(candles).toHaveLength(500);
    expect(isOfSource(candles.at(-11))).toBeTrue();
  });

  test("the newest piece comes first, and a failed one keeps the pieces before it", async () => {
    keeper = openKeeper(async (span) => (requests.length === 1 ? "unanswered" : requestFromSource(span)));
    const { candles, isWhole } = await read(NOW_MS, { limit: 1_000 });
    expect(candles).toHaveLength(1_000);
    expect(candles.at(-1)?.[0]).toBe(candleStartMs(NOW_MS, MINUTE_MS));
    expect(isWhole).toBeFalse();
    expect(store.coveredUntilMs("BTCUSDm", MINUTE_MS)).toBe(0);
  });
});

describe("gaps", () => {
  test("a symbol that froze while others ticked is requested from its own last tick", async () => {
    tickThrough(["BTCUSDm", "ETHUSDm"], NOW_MS - MINUTE_MS, NOW_MS);
    await read(NOW_MS);
    await read(NOW_MS, { symbol: "ETHUSDm" });
    const frozenMs = NOW_MS + 5 * MINUTE_MS;
    tickThrough(["ETHUSDm"], NOW_MS, frozenMs);
    tickThrough(["BTCUSDm"], NOW_MS, NOW_MS + 30 * MINUTE_MS);
    const dialledMs = NOW_MS + 31 * MINUTE_MS;
    keeper.stop(dialledMs);
    expect(store.coveredUntilMs("ETHUSDm", MINUTE_MS)).toBe(frozenMs);
    expect(store.coveredUntilMs("BTCUSDm", MINUTE_MS)).toBe(NOW_MS + 30 * MINUTE_MS);

    tickThrough(["BTCUSDm", "ETHUSDm"], dialledMs, dialledMs);
    requests = [];
    const { candles } = await read(dialledMs, { symbol: "ETHUSDm", limit: 32 });
    // The volumes since the last request, and the candles since its last tick.
    expect(requests.map(({ fromMs }) => fromMs)).toEqual([candleStartMs(NOW_MS, MINUTE_MS)]);
    expect(candles).toHaveLength(32);
    const frozenAt = startsOf(candles).indexOf(candleStartMs(frozenMs, MINUTE_MS));
    expect(candles.slice(1, frozenAt).some(isOfSource)).toBeFalse();
    expect(candles.slice(frozenAt).every(isOfSource)).toBeTrue();
    for (const [i, startMs] of startsOf(candles).entries()) {
      if (i > 0) expect(startMs).toBe((candles[i - 1]?.[0] ?? 0) + MINUTE_MS);
    }
  });

  test("a symbol without ticks is requested every two minutes, although other ticks arrive", async () => {
    tickThrough(["US500", "BTCUSDm"], NOW_MS - MINUTE_MS, NOW_MS);
    await read(NOW_MS, { symbol: "US500" });
    requests = [];
    for (let s = 10; s <= 600; s += 10) {
      tick(NOW_MS + s * SECOND_MS, 510, "BTCUSDm");
      await read(NOW_MS + s * SECOND_MS, { symbol: "US500" });
    }
    expect(requests.map(({ toMs }) => (toMs - NOW_MS) / MINUTE_MS)).toEqual([2, 4, 6, 8, 10]);
  });

  test("a symbol that ticks again after an unnoticed gap is requested from before the gap", async () => {
    tickThrough(["US500", "BTCUSDm"], NOW_MS - MINUTE_MS, NOW_MS);
    await read(NOW_MS, { symbol: "US500" });
    tickThrough(["BTCUSDm"], NOW_MS, NOW_MS + 20 * MINUTE_MS);
    const backMs = NOW_MS + 20 * MINUTE_MS;
    tick(backMs, 510, "US500");
    keeper.flush(backMs);
    const { candles } = await read(backMs + SECOND_MS, { symbol: "US500", limit: 22 });
    expect(candles).toHaveLength(22);
    expect(candles[1]?.[0]).toBe(candleStartMs(backMs, MINUTE_MS) - 20 * MINUTE_MS);
  });

  test("a short stop is requested, and so is what came between the request and the next tick", async () => {
    const query = { interval: "1d" } as const;
    tickThrough(["BTCUSDm"], NOW_MS - MINUTE_MS, NOW_MS);
    await read(NOW_MS, query);
    keeper.stop(NOW_MS + 15 * SECOND_MS);
    await read(NOW_MS + 20 * SECOND_MS, query);
    expect(requests).toHaveLength(2);
    tickThrough(["BTCUSDm"], NOW_MS + MINUTE_MS, NOW_MS + 2 * MINUTE_MS);
    await read(NOW_MS + 2 * MINUTE_MS, query);
    expect(requests).toHaveLength(3);
    await read(NOW_MS + 3 * MINUTE_MS, query);
    expect(requests).toHaveLength(3);

    keeper.stop(NOW_MS + 3 * MINUTE_MS);
    tick(NOW_MS + 3 * MINUTE_MS, 510);
    await read(NOW_MS + 3 * MINUTE_MS, query);
    expect(requests).toHaveLength(4);
  });

  test("ticks that begin during a request leave a gap, which the next reader has filled", async () => {
    keeper = openKeeper(async (span) => {
      tick(NOW_MS + 5 * SECOND_MS, 510);
      return requestFromSource(span);
    });
    await read(NOW_MS, { interval: "1d" });
    tickThrough(["BTCUSDm"], NOW_MS + 6 * SECOND_MS, NOW_MS + MINUTE_MS);
    const before = requests.length;
    await read(NOW_MS + MINUTE_MS, { interval: "1d" });
    expect(requests).toHaveLength(before + 1);
    tickThrough(["BTCUSDm"], NOW_MS + MINUTE_MS, NOW_MS + 5 * MINUTE_MS);
    await read(NOW_MS + 5 * MINUTE_MS, { interval: "1d" });
    expect(requests).toHaveLength(before + 1);
  });

  test("an object that ended unexpectedly continues from what it had stored", async () => {
    tickThrough(["BTCUSDm"], NOW_MS - MINUTE_MS, NOW_MS);
    await read(NOW_MS);
    tickThrough(["BTCUSDm"], NOW_MS, NOW_MS + 10 * MINUTE_MS);
    keeper.flush(NOW_MS + 10 * MINUTE_MS);
    tickThrough(["BTCUSDm"], NOW_MS + 10 * MINUTE_MS, NOW_MS + 12 * MINUTE_MS);

    keeper = openKeeper();
    requests = [];
    const { candles } = await read(NOW_MS + 20 * MINUTE_MS, { limit: 30 });
    expect(requests.map(({ fromMs }) => fromMs)).toEqual([candleStartMs(NOW_MS, MINUTE_MS)]);
    const [before, after] = [candles.slice(10, 19), candles.slice(19)];
    expect(before.some(isOfSource)).toBeFalse();
    expect(after.every(isOfSource)).toBeTrue();
    expect(candles.every(([, , , , , volume]) => volume === 7)).toBeTrue();
    expect(startsOf(candles)).toEqual(
      Array.from({ length: 30 }, (_, i) => candleStartMs(NOW_MS, MINUTE_MS) + (i - 9) * MINUTE_MS),
    );
  });
});

describe("volumes", () => {
  const volumesOf = (candles: readonly Candle[]) => candles.map((candle) => candle[5]);

  test("are the source's in candles that ticks have made, whose prices stay ours", async () => {
    tickThrough(["BTCUSDm"], NOW_MS - MINUTE_MS, NOW_MS);
    await read(NOW_MS);
    tickThrough(["BTCUSDm"], NOW_MS, NOW_MS + 3 * MINUTE_MS);
    const { candles } = await read(NOW_MS + 3 * MINUTE_MS);
    expect(candles.slice(-3).some(isOfSource)).toBeFalse();
    expect(volumesOf(candles)).toEqual([7, 7, 7, 7, 7]);
  });

  test("are requested once a minute while somebody reads and ticks arrive", async () => {
    tickThrough(["BTCUSDm"], NOW_MS - MINUTE_MS, NOW_MS);
    for (let s = 0; s <= 180; s += 10) {
      tick(NOW_MS + s * SECOND_MS, 510);
      await read(NOW_MS + s * SECOND_MS);
    }
    const later = requests.filter(({ toMs }) => toMs > NOW_MS);
    expect(later.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual(
      [1, 2, 3].map((minute) => [
        candleStartMs(NOW_MS + (minute - 1) * MINUTE_MS, MINUTE_MS),
        NOW_MS + minute * MINUTE_MS,
      ]),
    );
  });

  test("that the source cannot send now are none, and are there once it can", async () => {
    tickThrough(["BTCUSDm"], NOW_MS - MINUTE_MS, NOW_MS);
    await read(NOW_MS);
    failure = "unanswered";
    tickThrough(["BTCUSDm"], NOW_MS, NOW_MS + 2 * MINUTE_MS);
    const without = await read(NOW_MS + 2 * MINUTE_MS, { limit: 2 });
    expect(without.isWhole).toBeTrue();
    expect(volumesOf(without.candles)).toEqual([0, 0]);
    failure = null;
    tick(NOW_MS + 3 * MINUTE_MS, 510);
    const { candles } = await read(NOW_MS + 3 * MINUTE_MS, { limit: 3 });
    expect(volumesOf(candles)).toEqual([7, 7, 7]);
  });

  test("are those of the ticks where the source refuses candles", async () => {
    failure = "refused";
    tick(NOW_MS - 2 * SECOND_MS, 510);
    tick(NOW_MS - SECOND_MS, 510);
    expect(volumesOf((await read(NOW_MS)).candles)).toEqual([2]);
  });
});

describe("the source's candles and ours", () => {
  const minuteMs = candleStartMs(NOW_MS, MINUTE_MS);

  test("in the current minute, the source has the beginning and our ticks have what came after the request", async () => {
    keeper = openKeeper(async (span) => {
      if (requests.length === 0) tick(NOW_MS + SECOND_MS, 650);
      return requestFromSource(span);
    });
    tick(minuteMs + SECOND_MS, 700);
    const { candles } = await read(NOW_MS);
    expect(candles.at(-1)).toEqual([minuteMs, 500, 700, 400, 650, 7]);
  });

  test("a close of ours from before the request is replaced by the source's", async () => {
    tick(minuteMs + SECOND_MS, 700);
    const { candles } = await read(NOW_MS);
    expect(candles.at(-1)).toEqual([minuteMs, 500, 700, 400, 550, 7]);
    const day = await read(NOW_MS, { interval: "1d" });
    expect(day.candles.at(-1)?.[4]).toBe(550);
  });

  test("our part of a finished minute does not overwrite the source's candle", async () => {
    tick(minuteMs + SECOND_MS, 700);
    const { candles } = await read(minuteMs + 90 * SECOND_MS);
    expect(candles.at(-2)).toEqual(sourceCandle(minuteMs));
    keeper.flush(minuteMs + 100 * SECOND_MS);
    expect(store.read("BTCUSDm", MINUTE_MS, minuteMs + 1, 1)).toEqual([sourceCandle(minuteMs)]);
  });

  test("our part of a minute that the source does not have is kept", async () => {
    hasCandle = () => false;
    tick(minuteMs + SECOND_MS, 700);
    const { candles } = await read(minuteMs + 90 * SECOND_MS);
    expect(candles).toEqual([[minuteMs, 700, 700, 700, 700, 1]]);
  });

  test.each(CANDLE_INTERVAL_LIST.map((interval) => [interval]))(
    "live ticks grow the candle of %s",
    async (interval) => {
      tick(NOW_MS - SECOND_MS, 510);
      await read(NOW_MS, { interval });
      tick(NOW_MS + SECOND_MS, 800);
      tick(NOW_MS + 2 * SECOND_MS, 515);
      const { candles } = await read(NOW_MS + 3 * SECOND_MS, { interval });
      const [startMs, open, high, low, close] = candles.at(-1) ?? [];
      expect([startMs, open, high, low, close]).toEqual([
        candleStartMs(NOW_MS, CANDLE_INTERVALS[interval]),
        500,
        800,
        400,
        515,
      ]);
    },
  );
});

describe("folded sizes", () => {
  test.each([
    ["5m", MINUTE_MS],
    ["15m", MINUTE_MS],
    ["4h", HOUR_MS],
  ] as const)("%s joins at its edges, page by page", async (interval, keptMs) => {
    const sizeMs = CANDLE_INTERVALS[interval];
    keeper = openKeeper(async ({ sizeMs: askedMs, fromMs, toMs }) => {
      const firstMs = Math.ceil(fromMs / askedMs) * askedMs;
      const count = Math.floor((toMs - firstMs) / askedMs) + 1;
      // Each opens at its own number, so that a fold shows which ones it contains.
      return Array.from({ length: Math.max(count, 0) }, (_, i): Candle => {
        const startMs = firstMs + i * askedMs;
        return [startMs, startMs / askedMs, startMs / askedMs, startMs / askedMs, startMs / askedMs, 1];
      });
    });
    const newest = await read(NOW_MS, { interval, limit: 3 });
    const older = await read(NOW_MS, { interval, limit: 3, beforeMs: newest.candles[0]?.[0] ?? 0 });
    const lastStartMs = candleStartMs(NOW_MS, sizeMs);
    expect(startsOf([...older.candles, ...newest.candles])).toEqual(
      Array.from({ length: 6 }, (_, i) => lastStartMs + (i - 5) * sizeMs),
    );
    for (const [startMs, open, , , close, volume] of [...older.candles, ...newest.candles].slice(0, -1)) {
      expect(open).toBe(startMs / keptMs);
      expect(close).toBe((startMs + sizeMs) / keptMs - 1);
      expect(volume).toBe(sizeMs / keptMs);
    }
  });

  test.each([
    ["15m", MINUTE_MS, 7 * DAY_MS],
    ["4h", HOUR_MS, 730 * DAY_MS],
  ] as const)(
    "the oldest %s is complete, both when requested and after older ones were removed",
    async (interval, keptMs, ageMs) => {
      const sizeMs = CANDLE_INTERVALS[interval];
      for (const nowMs of [NOW_MS, NOW_MS + 100 * MINUTE_MS]) {
        tick(nowMs - SECOND_MS, 510);
        await read(nowMs, { interval });
        const oldestMs = candleStartMs(nowMs - ageMs, sizeMs);
        const { candles } = await read(nowMs, { interval, beforeMs: oldestMs + sizeMs, limit: 1 });
        expect(candles).toHaveLength(1);
        expect(candles[0]?.[0]).toBe(oldestMs);
        expect(candles[0]?.[5]).toBe((7 * sizeMs) / keptMs);
      }
    },
  );
});

describe("how long candles are kept", () => {
  const { "1m": minute, "1h": hour, "1d": day } = CANDLE_INTERVALS;

  test("minutes for seven days, hours for two years, days for ever, also of symbols that do not tick", async () => {
    const yearsAgoMs = candleStartMs(NOW_MS - 11 * 365 * DAY_MS, DAY_MS);
    const cuts = [
      { sizeMs: minute, cutMs: candleStartMs(NOW_MS - 7 * DAY_MS, 15 * MINUTE_MS) },
      { sizeMs: hour, cutMs: candleStartMs(NOW_MS - 730 * DAY_MS, 4 * HOUR_MS) },
    ] as const;
    for (const { sizeMs, cutMs } of cuts) {
      store.write("XAUUSDm", sizeMs, [sourceCandle(yearsAgoMs), sourceCandle(cutMs - sizeMs), sourceCandle(cutMs)]);
    }
    store.write("XAUUSDm", day, [sourceCandle(yearsAgoMs)]);
    keeper.flush(NOW_MS);
    for (const { sizeMs, cutMs } of cuts) {
      expect(startsOf(store.read("XAUUSDm", sizeMs, NOW_MS, 10))).toEqual([cutMs]);
    }
    expect(startsOf(store.read("XAUUSDm", day, NOW_MS, 10))).toEqual([yearsAgoMs]);
  });

  test("old ones are removed once an hour", () => {
    keeper.flush(NOW_MS);
    const agedMs = candleStartMs(NOW_MS - 8 * DAY_MS, MINUTE_MS);
    store.write("XAUUSDm", minute, [sourceCandle(agedMs)]);
    keeper.flush(NOW_MS + HOUR_MS - 1);
    expect(store.read("XAUUSDm", minute, NOW_MS, 10)).toHaveLength(1);
    keeper.flush(NOW_MS + HOUR_MS);
    expect(store.read("XAUUSDm", minute, NOW_MS, 10)).toHaveLength(0);
  });
});
