import { expect, test } from "bun:test";
import { fc } from "../../test/property.ts";
import { layOutPanes, PANE_PX, panesHeightPx } from "./pane-layout.ts";

test("panes stand below the price in their order, each with its height", () => {
  expect(layOutPanes(["a", "b"], { b: 120 }, 500)).toMatchObject({
    panes: [
      { id: "a", topPx: 288, heightPx: 92 },
      { id: "b", topPx: 380, heightPx: 120 },
    ],
    leftOut: [],
  });
});

test("the last pane that fits is made lower, and what does not fit at all is left out", () => {
  expect(layOutPanes(["a", "b", "c"], {}, 358)).toMatchObject({
    panes: [
      { id: "a", topPx: 190, heightPx: 92 },
      { id: "b", topPx: 282, heightPx: 76 },
    ],
    leftOut: ["c"],
  });
});

test("a pane that is made higher leaves the others their least height, and pushes none out", () => {
  const heightsOf = (heights: Record<string, number>, heightPx: number) =>
    layOutPanes(["a", "b", "c"], heights, heightPx).panes.map((pane) => [pane.id, pane.heightPx, pane.maxPx]);
  expect(heightsOf({ a: 900 }, 600)).toEqual([
    ["a", 204, 204],
    ["b", 48, 48],
    ["c", 48, 48],
  ]);
  expect(heightsOf({ b: 900, c: 900 }, 600)).toEqual([
    ["a", 92, 204],
    ["b", 160, 160],
    ["c", 48, 48],
  ]);
  // Of those that have room at their standard heights.
  expect(heightsOf({ a: 900 }, 358)).toEqual([
    ["a", 120, 120],
    ["b", 48, 48],
  ]);
});

test("of a low chart the price keeps most of the height: one pane stands below it, and none of a very low one", () => {
  const placed = (heightPx: number) => layOutPanes(["a", "b"], { a: 300 }, heightPx);
  expect(placed(322)).toMatchObject({ panes: [{ id: "a", topPx: 190, heightPx: 132 }], leftOut: ["b"] });
  expect(placed(238)).toMatchObject({ panes: [{ id: "a", topPx: 190, heightPx: 48 }], leftOut: ["b"] });
  expect(placed(237)).toMatchObject({ panes: [], leftOut: ["a", "b"] });
  expect(placed(100)).toMatchObject({ panes: [], leftOut: ["a", "b"] });
});

test("the price keeps half of the height, whatever heights were kept", () => {
  const kept = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.double({ min: -1e9, max: 1e9, noNaN: true }));
  fc.assert(
    fc.property(kept, fc.nat({ max: 2_000 }), (heights, heightPx) => {
      const { panes, leftOut } = layOutPanes(["a", "b", "c"], heights, heightPx);
      expect(panesHeightPx(panes)).toBeLessThanOrEqual(heightPx / 2);
      expect(panes.length + leftOut.length).toBe(3);
      expect(panes.length).toBeGreaterThanOrEqual(layOutPanes(["a", "b", "c"], {}, heightPx).panes.length);
      for (const pane of panes) expect(pane.heightPx).toBeGreaterThanOrEqual(PANE_PX.min);
    }),
  );
});
