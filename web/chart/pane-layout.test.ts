import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { layOutPanes, PANE_PX, panesHeightPx } from "./pane-layout.ts";

test("panes stand below the price in their order, each with its height", () => {
  expect(layOutPanes(["a", "b"], { b: 120 }, 500)).toEqual({
    panes: [
      { id: "a", topPx: 288, heightPx: 92 },
      { id: "b", topPx: 380, heightPx: 120 },
    ],
    leftOut: [],
  });
});

test("the last pane that fits is made lower, and what does not fit at all is left out", () => {
  expect(layOutPanes(["a", "b", "c"], {}, 300)).toEqual({
    panes: [
      { id: "a", topPx: 150, heightPx: 92 },
      { id: "b", topPx: 242, heightPx: 58 },
    ],
    leftOut: ["c"],
  });
});

test("the price keeps half of the height, whatever heights were kept", () => {
  const kept = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.double({ min: -1e9, max: 1e9, noNaN: true }));
  fc.assert(
    fc.property(kept, fc.nat({ max: 2_000 }), (heights, heightPx) => {
      const { panes, leftOut } = layOutPanes(["a", "b", "c"], heights, heightPx);
      expect(panesHeightPx(panes)).toBeLessThanOrEqual(heightPx / 2);
      expect(panes.length + leftOut.length).toBe(3);
      for (const pane of panes) expect(pane.heightPx).toBeGreaterThanOrEqual(PANE_PX.min);
    }),
  );
});
