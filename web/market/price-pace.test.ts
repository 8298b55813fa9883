import { expect, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { PricePace } from "./price-pace.ts";

const SLOW_MS = 20;

/** A page that takes its time to show something. */
function slowPage() {
  const shown: unknown[][] = [];
  const pauses: number[] = [];
  const pace = new PricePace({
    showWithinMs: 500,
    onPause: (pauseMs) => pauses.push(pauseMs),
    onShow: (frames) => {
      shown.push(frames.map(({ data }) => data));
      const startedAtMs = performance.now();
      while (performance.now() - startedAtMs < SLOW_MS);
    },
  });
  return { pace, shown, pauses };
}

const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

test("the first is shown at once; what comes while the page rests is shown together, by itself", async () => {
  const { pace, shown } = slowPage();
  pace.take("first");
  expect(shown).toEqual([["first"]]);
  await nextFrame();
  pace.take("second");
  pace.take("third");
  expect(shown).toHaveLength(1);
  await waitFor(() => expect(shown).toEqual([["first"], ["second", "third"]]), { timeout: 5_000 });
});

test("what waits is shown at once when nothing more will come, and only once", async () => {
  const { pace, shown } = slowPage();
  pace.take("first");
  await nextFrame();
  pace.take("last");
  pace.show();
  pace.show();
  expect(shown).toEqual([["first"], ["last"]]);
});

test("a page that draws slowly asks for longer pauses with each showing, up to the longest", async () => {
  const { pace, pauses } = slowPage();
  for (let showing = 1; showing <= 6; showing++) {
    pace.take(showing);
    pace.show();
    await waitFor(() => expect(pauses).toHaveLength(showing), { timeout: 5_000 });
  }
  // A twentieth of the time for 20 ms and more: 400 ms, which the sixth is near.
  expect(pauses.at(-1)).toBeGreaterThan(350);
  expect(pauses.at(-1)).toBeLessThanOrEqual(500);
});
