import { expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { InputActivity, RenderThrottle } from "./render-throttle.ts";

setDefaultTimeout(600_000);

const SLOW_MS = 20;

/** A page that takes `slowMs` to render. */
function slowPage({ inputActivity = { busyMs: 0 }, slowMs = SLOW_MS, showWithinMs = 500 } = {}) {
  const shown: unknown[][] = [];
  const pauses: number[] = [];
  const pace = new RenderThrottle({
    showWithinMs,
    inputActivity,
    onPause: (pauseMs) => pauses.push(pauseMs),
    onShow: (frames) => {
      shown.push(frames.map(({ data }) => data));
      const startedAtMs = performance.now();
      while (performance.now() - startedAtMs < slowMs);
    },
  });
  return { pace, shown, pauses };
}

const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

test("the first frame is shown at once; frames that arrive during the pause are shown together after it", async () => {
  // A pause of a second: frames during it may arrive late on a slow machine.
  const { pace, shown } = slowPage({ slowMs: 100, showWithinMs: 2_000 });
  pace.take("first");
  expect(shown).toEqual([["first"]]);
  await nextFrame();
  pace.take("second");
  pace.take("third");
  expect(shown).toHaveLength(1);
  await waitFor(() => expect(shown).toEqual([["first"], ["second", "third"]]));
});

test("pending frames are shown at once on request, and only once", async () => {
  const { pace, shown } = slowPage();
  pace.take("first");
  await nextFrame();
  pace.take("last");
  pace.show();
  pace.show();
  expect(shown).toEqual([["first"], ["last"]]);
});

test("a page that draws slowly gets longer pauses with each render, up to the longest", async () => {
  const { pace, pauses } = slowPage();
  for (let showing = 1; showing <= 6; showing++) {
    pace.take(showing);
    pace.show();
    await waitFor(() => expect(pauses).toHaveLength(showing));
  }
  // At a twentieth of the time, 20 ms or more need 400 ms, which the sixth pause is close to.
  expect(pauses.at(-1)).toBeGreaterThan(350);
  expect(pauses.at(-1)).toBeLessThanOrEqual(500);
});

test("a press is answered before a price is shown", async () => {
  const page = new EventTarget();
  const inputActivity = new InputActivity(page);
  const { pace, shown } = slowPage({ inputActivity });
  page.dispatchEvent(new Event("pointerdown"));
  pace.take("under the press");
  expect(shown).toEqual([]);
  page.dispatchEvent(new Event("pointerup"));
  expect(inputActivity.busyMs).toBeGreaterThan(0);
  await waitFor(() => expect(shown).toEqual([["under the press"]]));
  expect(inputActivity.busyMs).toBe(0);
});

test("continuous input activity delays a price no longer than the slowest page does", async () => {
  const { pace, shown } = slowPage({ inputActivity: { busyMs: 300 } });
  const tookAtMs = performance.now();
  pace.take("first");
  await waitFor(() => expect(shown).toHaveLength(1));
  expect(performance.now() - tookAtMs).toBeGreaterThanOrEqual(499);
});
