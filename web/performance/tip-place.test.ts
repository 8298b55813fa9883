import { describe, expect, test } from "bun:test";
import { tipPlace } from "./tip-place.ts";

const TIP = { widthPx: 190, heightPx: 80, gapPx: 10 };
const TOPS = [10, 160];

/** A curve on a plot of 1,000 px with a known height at each px. */
function placed(atPx: number, heightAt: (x: number) => number) {
  return tipPlace({
    atPx,
    widthPx: 1_000,
    tip: TIP,
    topsPx: TOPS,
    curveIn: ({ from, to }) => {
      const heights = Array.from({ length: Math.round(to - from) }, (_, px) => heightAt(from + px));
      return { from: Math.min(...heights), to: Math.max(...heights) };
    },
  });
}

describe("the tip beside the crosshair", () => {
  test("is right of it at the top where the curve is low", () => {
    expect(placed(300, () => 240)).toEqual({ left: 310, top: 10 });
  });

  test("moves to the bottom where the curve is high", () => {
    expect(placed(300, () => 40)).toEqual({ left: 310, top: 160 });
  });

  test("moves to the left of it where the curve crosses both positions on the right", () => {
    expect(placed(400, (x) => (x > 400 ? 240 - (x - 400) * 1.2 : 240))).toEqual({ left: 200, top: 10 });
  });

  test("is left of it where the right has no room, and never outside of the plot", () => {
    expect(placed(950, () => 40)).toEqual({ left: 750, top: 160 });
    expect(tipPlace({ atPx: 100, widthPx: 200, tip: TIP, topsPx: TOPS, curveIn: () => null })).toEqual({
      left: 0,
      top: 10,
    });
  });

  test("covers as little of the curve as possible where it must cover some", () => {
    expect(placed(950, (x) => 50 + (x % 2) * 120)).toEqual({ left: 750, top: 160 });
  });
});
