import { expect, test } from "bun:test";
import { changeFrame, snapshotFrame } from "./hub-frames.ts";

const STAMP = { source: "simulated", seq: 7, now: 1_000 } as const;
const us500 = { price: 5_482.1, at: 990, dayOpen: 5_480 };
const gold = { price: 2_391.55, at: 995, dayOpen: 2_390 };

const read = (frame: string | null) => (frame === null ? null : JSON.parse(frame));

test("a snapshot has all current quotes of the requested symbols, and their source", () => {
  expect(read(snapshotFrame(["US500", "BTCUSDm"], { US500: us500, XAUUSDm: gold }, STAMP))).toEqual({
    type: "market-data",
    prices: { US500: us500 },
    source: "simulated",
    seq: 7,
    now: 1_000,
  });
});

test("one changed symbol is a price_update", () => {
  const frame = changeFrame(
    ["US500", "XAUUSDm"],
    { changed: { US500: us500 }, before: { US500: us500 }, after: 5 },
    STAMP,
  );
  expect(read(frame)).toEqual({
    type: "price_update",
    symbol: "US500",
    price: 5_482.1,
    at: 990,
    seq: 7,
    after: 5,
    now: 1_000,
  });
});

test("several changed symbols are one market-data frame, with only the changed and requested ones", () => {
  const changed = { US500: us500, XAUUSDm: gold, BTCUSDm: gold };
  const frame = changeFrame(["US500", "XAUUSDm", "ETHUSDm"], { changed, before: changed, after: 5 }, STAMP);
  expect(read(frame)).toMatchObject({ type: "market-data", prices: { US500: us500, XAUUSDm: gold }, seq: 7, after: 5 });
});

test("a new open of the day, or a first quote, needs the longer frame", () => {
  const before = { US500: { ...us500, dayOpen: 5_400 } };
  expect(read(changeFrame(["US500"], { changed: { US500: us500 }, before, after: 5 }, STAMP)).type).toBe("market-data");
  expect(read(changeFrame(["US500"], { changed: { US500: us500 }, before: {}, after: 5 }, STAMP)).type).toBe(
    "market-data",
  );
});

test("no relevant change means no frame", () => {
  expect(changeFrame(["XAUUSDm"], { changed: { US500: us500 }, before: {}, after: 5 }, STAMP)).toBeNull();
});
