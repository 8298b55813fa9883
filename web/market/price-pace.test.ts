import { expect, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { PricePace } from "./price-pace.ts";

const SLOW_MS = 20;

/** A page that takes its time to show something. */
function slowPage() {
  const shown: unknown[][] = [];
  const pace = new PricePace({
    showWithinMs: 500,
    onShow: (frames) => {
      shown.push(frames.map(({ data }) => data));
      const startedAtMs = performance.now();
      while (performance.now() - startedAtMs < SLOW_MS);
    },
  });
  return { pace, shown };
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
