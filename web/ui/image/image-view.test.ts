import { expect, test } from "bun:test";
import { fc } from "../../test/property.ts";
import {
  fittedSize,
  type ImageView,
  keepInside,
  moveBy,
  turn,
  WHOLE_IMAGE,
  zoomBySteps,
  zoomTo,
} from "./image-view.ts";

const STAGE = { width: 800, height: 600 };
const PHOTO = { width: 1600, height: 600 };

test("zoom is between 0.5 and 3 in steps of 0.25", () => {
  const seen = [WHOLE_IMAGE.zoom];
  let view = WHOLE_IMAGE;
  for (let i = 0; i < 9; i += 1) {
    view = zoomBySteps(view, 1);
    seen.push(view.zoom);
  }
  expect(seen).toEqual([1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3, 3]);
  for (let i = 0; i < 12; i += 1) view = zoomBySteps(view, -1);
  expect(view.zoom).toBe(0.5);
});

test("after a pinch the next step is a whole one again", () => {
  expect(zoomBySteps(zoomTo(WHOLE_IMAGE, 1.33), 1).zoom).toBe(1.5);
  expect(zoomBySteps(zoomTo(WHOLE_IMAGE, 1.33), 0).zoom).toBe(1.25);
});

test("the point at the pointer keeps its position while zooming", () => {
  const at = { x: 100, y: -40 };
  const view = zoomTo({ ...WHOLE_IMAGE, x: 20, y: 10 }, 2, at);
  // Position of the point in the image's own coordinates, before and after.
  expect((at.x - view.x) / 2).toBe(at.x - 20);
  expect((at.y - view.y) / 2).toBe(at.y - 10);
});

test("an image is fitted as a whole, also when it is rotated, and a small one is enlarged at most twice", () => {
  expect(fittedSize(PHOTO, STAGE, 0)).toEqual({ width: 800, height: 300 });
  expect(fittedSize(PHOTO, STAGE, 1)).toEqual({ width: 600, height: 225 });
  expect(fittedSize({ width: 100, height: 50 }, STAGE, 0)).toEqual({ width: 200, height: 100 });
});

test("an image that fits cannot be moved, and a larger one can be moved to its edge", () => {
  expect(keepInside(moveBy(WHOLE_IMAGE, 50, 50), PHOTO, STAGE)).toEqual(WHOLE_IMAGE);
  const large = keepInside(moveBy(zoomTo(WHOLE_IMAGE, 3), 5_000, -5_000), PHOTO, STAGE);
  expect([large.x, large.y]).toEqual([800, -150]);
});

test("four quarter turns restore the view", () => {
  const view: ImageView = { zoom: 2, quarterTurns: 0, x: 30, y: -20 };
  const turned = turn(turn(turn(turn(view))));
  expect({ ...turned, quarterTurns: 0 }).toEqual(view);
  expect(turned.quarterTurns).toBe(4);
});

test("no sequence of operations opens a gap or exceeds the zoom limits", () => {
  const operation = fc.oneof(
    fc.record({ dx: fc.integer({ min: -900, max: 900 }), dy: fc.integer({ min: -900, max: 900 }) }).map(
      ({ dx, dy }) =>
        (view: ImageView) =>
          moveBy(view, dx, dy),
    ),
    fc.integer({ min: -3, max: 3 }).map((steps) => (view: ImageView) => zoomBySteps(view, steps, { x: 70, y: 5 })),
    fc.constant(turn),
  );
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 30 }), (operations) => {
      let view = WHOLE_IMAGE;
      for (const each of operations) view = keepInside(each(view), PHOTO, STAGE);
      expect(view.zoom).toBeGreaterThanOrEqual(0.5);
      expect(view.zoom).toBeLessThanOrEqual(3);
      const { width, height } = fittedSize(PHOTO, STAGE, view.quarterTurns);
      const [w, h] = view.quarterTurns % 2 === 0 ? [width, height] : [height, width];
      expect(Math.abs(view.x)).toBeLessThanOrEqual(Math.max(0, (w * view.zoom - STAGE.width) / 2) + 1e-9);
      expect(Math.abs(view.y)).toBeLessThanOrEqual(Math.max(0, (h * view.zoom - STAGE.height) / 2) + 1e-9);
    }),
  );
});
