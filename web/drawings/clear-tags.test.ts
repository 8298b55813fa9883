import { expect, test } from "bun:test";
import { SAMPLE_TEXTS, sampleProjection } from "../test/drawn.ts";
import { horizontalLine } from "../test/test-terminal.ts";
import { type Box, clearTags } from "./clear-tags.ts";
import { shapesOf, TAG_HEIGHT_PX, TAG_INSET_PX } from "./drawing-shapes.ts";

const projection = sampleProjection();
const PRICE = 1_200;

/** The boxes of the tags of horizontal lines, in the order of the lines. */
function tagsOf(prices: readonly number[], marks: readonly Box[] = []): Box[] {
  const targets = prices.map((price) => {
    const drawing = horizontalLine(price);
    return { drawing, shapes: shapesOf(drawing, projection, SAMPLE_TEXTS) };
  });
  return clearTags(targets, marks, projection).flatMap(({ shapes }) =>
    shapes.flatMap((shape) => {
      if (shape.type !== "text") return [];
      const { at, widthPx } = shape;
      const [left, top] = [at.x - TAG_INSET_PX, at.y - TAG_HEIGHT_PX / 2];
      return [{ left, top, width: widthPx + 2 * TAG_INSET_PX, height: TAG_HEIGHT_PX }];
    }),
  );
}

const rightOf = ({ left, width }: Box) => left + width;

test("of lines at nearly the same price each tag is at its own height, left of the one before", () => {
  const [alone] = tagsOf([PRICE]);
  const [first, second, third] = tagsOf([PRICE, PRICE + 0.01, PRICE]);
  if (!alone || !first || !second || !third) throw new Error("a tag is missing");
  expect(first).toEqual(alone);
  expect(rightOf(second)).toBeLessThan(first.left);
  expect(rightOf(third)).toBeLessThan(second.left);
  expect(third.top).toBe(alone.top);
});

test("a tag leaves marks free, and stays where none is", () => {
  const [alone] = tagsOf([PRICE]);
  if (!alone) throw new Error("the tag is missing");
  const mark = { left: alone.left + 10, top: alone.top + 6, width: 10, height: 8 };
  const [moved] = tagsOf([PRICE], [mark]);
  expect(moved && rightOf(moved)).toBeLessThan(mark.left);
  expect(tagsOf([PRICE], [{ ...mark, top: alone.top + TAG_HEIGHT_PX }])).toEqual([alone]);
});

test("a tag whose line has no room is above it", () => {
  const [alone] = tagsOf([PRICE]);
  if (!alone) throw new Error("the tag is missing");
  const row = { left: 0, top: alone.top + 8, width: projection.widthPx, height: 8 };
  expect(tagsOf([PRICE], [row])).toEqual([{ ...alone, top: alone.top - TAG_HEIGHT_PX }]);
  // The pill of a phone.
  const pill = { ...row, top: alone.top - 5, height: 30 };
  expect(tagsOf([PRICE], [pill])).toEqual([{ ...alone, top: alone.top - 30 }]);
});

test("a tag for which nothing is free stays at the right", () => {
  const whole = { left: 0, top: 0, width: projection.widthPx, height: projection.heightPx };
  expect(tagsOf([PRICE], [whole])).toEqual(tagsOf([PRICE]));
});
