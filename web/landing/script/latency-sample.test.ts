import { expect, test } from "bun:test";
import { barsPath, HISTOGRAM, keepLatency, summariseLatency } from "./latency-sample.ts";

test("percentiles use the nearest rank", () => {
  const kept = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(summariseLatency(kept)).toMatchObject({ count: 100, medianMs: 50, percentile99Ms: 99 });
  expect(summariseLatency([7])).toMatchObject({ count: 1, medianMs: 7, percentile99Ms: 7 });
});

test("the scale covers nine in ten, and slower measurements are in the last bin", () => {
  const { scaleMs, bins } = summariseLatency([...Array<number>(19).fill(10), 3_000]);
  expect(scaleMs).toBe(40);
  expect(bins[10]).toBe(19);
  expect(bins.at(-1)).toBe(1);
  expect(bins).toHaveLength(HISTOGRAM.bins);
});

test("new measurements replace the oldest", () => {
  let kept: number[] = [];
  for (let ms = 0; ms < 400; ms++) kept = keepLatency(kept, ms);
  expect(kept).toHaveLength(300);
  expect(kept[0]).toBe(100);
});

test("the highest bar is as high as the drawing, and an empty bin has no bar", () => {
  expect(barsPath([0, 4, 2, 0])).toBe("M80 72v-72h6v72zM160 72v-36h6v36z");
});
