import { expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { FrameQueue, type Showing } from "./frame-queue.ts";

setDefaultTimeout(600_000);

/** A page that takes `slowMs` to show prices. */
function page({ slowMs = 0 } = {}) {
  const shown: unknown[][] = [];
  const showings: Showing[] = [];
  const queue = new FrameQueue({
    onShow: (frames) => {
      shown.push(frames.map(({ data }) => data));
      const startedAtMs = performance.now();
      while (performance.now() - startedAtMs < slowMs);
    },
    onShown: (showing) => showings.push(showing),
  });
  return { queue, shown, showings };
}

test("all frames that arrive before the page's next animation frame are shown in it together", async () => {
  const { queue, shown } = page();
  queue.take("first");
  queue.take("second");
  expect(shown).toEqual([]);
  await waitFor(() => expect(shown).toEqual([["first", "second"]]));
  queue.take("third");
  await waitFor(() => expect(shown).toEqual([["first", "second"], ["third"]]));
});

test("waiting frames are shown at once on request, and only once", async () => {
  const { queue, shown } = page();
  queue.take("last");
  queue.show();
  queue.show();
  await new Promise((done) => requestAnimationFrame(done));
  expect(shown).toEqual([["last"]]);
});

test("frames do not pile up while the browser draws none", () => {
  const { queue, shown } = page();
  for (let frame = 0; frame < 1_200; frame++) queue.take(frame);
  expect(shown.map((frames) => frames.length)).toEqual([500, 500]);
});

test("a showing has its cost, and the lag since the first of its frames arrived", async () => {
  const { queue, showings } = page({ slowMs: 20 });
  queue.take("first");
  // The page is busy with something else.
  const busyFromMs = performance.now();
  while (performance.now() - busyFromMs < 50);
  queue.take("second");
  await waitFor(() => expect(showings).toHaveLength(1));
  const [{ costMs, lagMs } = { costMs: 0, lagMs: 0 }] = showings;
  expect(costMs).toBeGreaterThanOrEqual(20);
  expect(lagMs).toBeGreaterThanOrEqual(costMs + 45);
});
