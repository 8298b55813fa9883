import { expect, test } from "bun:test";
import { addTick, CHART_WINDOW_MS, PAUSE_MS, sincePause } from "./recent-ticks.ts";

const tick = (at: number) => ({ at, price: 100 });

test("the chart forgets what is older than its window", () => {
  const ticks = [0, 5_000, 10_000].reduce((kept, at) => addTick(kept, tick(at)), addTick([], tick(0)));
  expect(ticks).toHaveLength(4);
  let later = ticks;
  for (let at = 15_000; at <= CHART_WINDOW_MS + 5_000; at += 5_000) later = addTick(later, tick(at));
  expect(later[0]?.at).toBe(5_000);
});

test("a line begins anew after a long pause, and only after one", () => {
  expect(addTick([tick(0)], tick(PAUSE_MS))).toHaveLength(2);
  expect(addTick([tick(0)], tick(PAUSE_MS + 1))).toEqual([tick(PAUSE_MS + 1)]);
  expect(sincePause([tick(0), tick(20_000), tick(21_000)], PAUSE_MS)).toEqual([tick(20_000), tick(21_000)]);
  expect(sincePause([], PAUSE_MS)).toEqual([]);
});
