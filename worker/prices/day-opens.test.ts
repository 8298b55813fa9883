import { beforeEach, expect, test } from "bun:test";
import { DAY_MS, MINUTE_MS } from "../contract/time.ts";
import { DayOpens } from "./day-opens.ts";
import type { CandleAnswer } from "./request-candles.ts";

const TODAY_MS = Date.UTC(2026, 10, 21);
const NOW_MS = TODAY_MS + DAY_MS / 2;

let answer: CandleAnswer;
let requests: string[];
let opens: Record<string, number>;
let dayOpens: DayOpens;
beforeEach(() => {
  answer = [[TODAY_MS, 100, 120, 90, 110, 5]];
  requests = [];
  opens = {};
  dayOpens = new DayOpens({
    request: async ({ symbol }) => {
      requests.push(symbol);
      return answer;
    },
    onOpen: (symbol, price) => {
      opens[symbol] = price;
    },
  });
});

test("after a connection, the day's first prices are requested once", async () => {
  dayOpens.forget(["US500", "BTCUSDm"]);
  await dayOpens.requestUnknown(NOW_MS);
  await dayOpens.requestUnknown(NOW_MS + 10 * MINUTE_MS);
  expect(opens).toEqual({ US500: 100, BTCUSDm: 100 });
  expect(requests).toEqual(["US500", "BTCUSDm"]);
});

test("an open without an answer is requested again, once a minute", async () => {
  answer = "unanswered";
  dayOpens.forget(["US500"]);
  await dayOpens.requestUnknown(NOW_MS);
  answer = [[TODAY_MS, 100, 120, 90, 110, 5]];
  await dayOpens.requestUnknown(NOW_MS + MINUTE_MS - 1);
  expect(opens).toEqual({});
  await dayOpens.requestUnknown(NOW_MS + MINUTE_MS);
  expect(opens).toEqual({ US500: 100 });
});

const NONE: [string, CandleAnswer][] = [
  ["refuses", "refused"],
  ["has no candle of today", [[TODAY_MS - DAY_MS, 1, 1, 1, 1, 1]]],
];
test.each(NONE)("a source that %s is asked again only after the next connection", async (_, none) => {
  answer = none;
  dayOpens.forget(["XAUUSDm"]);
  for (const minutes of [0, 5, 10]) await dayOpens.requestUnknown(NOW_MS + minutes * MINUTE_MS);
  expect(requests).toHaveLength(1);
  dayOpens.forget(["XAUUSDm"]);
  await dayOpens.requestUnknown(NOW_MS + 20 * MINUTE_MS);
  expect(requests).toHaveLength(2);
  expect(opens).toEqual({});
});
