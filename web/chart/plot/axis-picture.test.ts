import { afterEach, beforeEach, expect, mock, spyOn, test } from "bun:test";
import { AxisPicture } from "./axis-picture.ts";

const AREA = { left: 100, top: 0, width: 80, height: 300 };

// happy-dom has no font loading.
const fonts = { status: "loaded" };
beforeEach(() => Object.defineProperty(document, "fonts", { value: fonts, configurable: true }));
afterEach(() => {
  mock.restore();
  fonts.status = "loaded";
  Reflect.deleteProperty(document, "fonts");
});

/** Records the paints and draws of the image; happy-dom has no canvas. */
function canvas() {
  const setTransform = mock((..._matrix: number[]) => {});
  const drawImage = mock((_image: HTMLCanvasElement, _x: number, _y: number) => {});
  // Only the methods that are called; the rest of a context is not needed.
  const ctx = { setTransform, clearRect: () => {}, drawImage } as unknown as CanvasRenderingContext2D;
  spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(ctx as never);
  return { ctx, setTransform, drawImage };
}

test("an image is painted once, in its own area, until its state, size or typeface changes; every drawing copies it", () => {
  const { ctx, setTransform, drawImage } = canvas();
  const picture = new AxisPicture();
  const paint = mock(() => {});
  const draw = (state: string, area = AREA) => picture.draw(ctx, area, state, paint);
  fonts.status = "loading";
  draw("67,000.00");
  draw("67,000.00");
  expect(paint).toHaveBeenCalledTimes(1);
  expect(setTransform.mock.calls).toEqual([[1, 0, 0, 1, -100, -0]]);
  fonts.status = "loaded";
  draw("67,000.00");
  draw("68,000.00");
  draw("68,000.00", { ...AREA, width: 90 });
  expect(paint).toHaveBeenCalledTimes(4);
  expect(drawImage).toHaveBeenCalledTimes(5);
});

test("an image that moves is only copied to its new place", () => {
  const { ctx, drawImage } = canvas();
  const picture = new AxisPicture();
  const paint = mock(() => {});
  picture.draw(ctx, AREA, "67,000.00", paint);
  picture.draw(ctx, { ...AREA, top: 40 }, "67,000.00", paint);
  expect(paint).toHaveBeenCalledTimes(1);
  expect(drawImage.mock.calls.map(([, ...place]) => place)).toEqual([
    [100, 0],
    [100, 40],
  ]);
});

test("an axis without room draws no image", () => {
  const { ctx, drawImage } = canvas();
  new AxisPicture().draw(ctx, { ...AREA, width: 0 }, "", () => {});
  expect(drawImage).not.toHaveBeenCalled();
});
