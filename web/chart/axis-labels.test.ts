import { afterEach, beforeEach, expect, mock, spyOn, test } from "bun:test";
import { AxisLabels, type AxisLook } from "./axis-labels.ts";

const LOOK: AxisLook = {
  font: "12px Inter",
  colour: "#fff",
  align: "left",
  baseline: "middle",
  area: { left: 100, top: 0, width: 80, height: 300 },
};

// The test's browser has no typefaces.
const fonts = { status: "loaded" };
beforeEach(() => Object.defineProperty(document, "fonts", { value: fonts, configurable: true }));
afterEach(() => {
  mock.restore();
  fonts.status = "loaded";
  Reflect.deleteProperty(document, "fonts");
});

/** What was written, and how often the picture was laid on the plot. The test's browser draws nothing by itself. */
function canvas() {
  const fillText = mock((_text: string, _x: number, _y: number) => {});
  const drawImage = mock(() => {});
  // Only what is called: the rest of a context is not needed.
  const ctx = { fillText, drawImage } as unknown as CanvasRenderingContext2D;
  spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(ctx as never);
  return { ctx, fillText, drawImage };
}

test("labels are written once, within their own area, until one of them or the typeface changes; every drawing shows them", () => {
  const { ctx, fillText, drawImage } = canvas();
  const labels = new AxisLabels();
  const draw = (price: string, look = LOOK) => labels.draw(ctx, price, look, () => [{ text: price, x: 108, y: 40 }]);
  fonts.status = "loading";
  draw("67,000.00");
  draw("67,000.00");
  expect(fillText.mock.calls).toEqual([["67,000.00", 8, 40]]);
  fonts.status = "loaded";
  draw("67,000.00");
  draw("68,000.00");
  draw("68,000.00", { ...LOOK, colour: "#000" });
  expect(fillText).toHaveBeenCalledTimes(4);
  expect(drawImage).toHaveBeenCalledTimes(5);
});

test("an axis without room has none", () => {
  const { ctx, drawImage } = canvas();
  new AxisLabels().draw(ctx, "", { ...LOOK, area: { ...LOOK.area, width: 0 } }, () => []);
  expect(drawImage).not.toHaveBeenCalled();
});
