import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { act, render } from "@testing-library/react";
import { finger, INTERRUPTIONS } from "../test/pointer.ts";
import type { ChartController } from "./chart-controller.ts";
import { PriceAxisHandle } from "./chart-view-controls.tsx";
import { ChartViewport } from "./chart-viewport.ts";

/** The axis of a chart with the prices 100 to 200, and what it shows. */
function axisOf() {
  const viewport: ChartViewport = new ChartViewport({
    rowCount: () => 50,
    plotPx: () => ({ width: 700, height: 400 }),
    priceRange: () => viewport.manualRange.peek() ?? { min: 100, max: 200 },
    onChange: () => {},
  });
  viewport.followRows({ before: 0, now: 50, added: 0 });
  // The axis uses nothing else of it.
  const chart = { viewport, drawn: signal(0), plotPx: { width: 700, height: 400 } } as unknown as ChartController;
  const { container } = render(<PriceAxisHandle chart={chart} />);
  const axis = container.querySelector('[data-part="price-axis"]');
  if (!axis) throw new Error("there is no axis");
  return { axis, viewport };
}

test("a drag over the price axis shows more prices, and leaves them so", () => {
  const { axis, viewport } = axisOf();
  finger.press(axis, 0, 100);
  finger.move(axis, 0, 150);
  const { min = 0, max = 0 } = viewport.manualRange.value ?? {};
  expect(max - min).toBeCloseTo(100 * Math.exp(50 / 200), 6);
  finger.lift(axis, 0, 150);
  finger.move(axis, 0, 300);
  expect(viewport.manualRange.value).toEqual({ min, max });
});

test.each(INTERRUPTIONS)("%s gives the price axis the range from before its drag", (_, interrupt) => {
  const { axis, viewport } = axisOf();
  finger.press(axis, 0, 100);
  finger.move(axis, 0, 150);
  act(() => void interrupt(axis));
  finger.lift(axis, 0, 150);
  const zoomed = viewport.manualRange.value;
  // A wheel over the axis zooms besides, as it does at any time.
  if (zoomed) expect(zoomed.max - zoomed.min).toBeCloseTo(100 * Math.exp(10 / 600), 6);
  else expect(zoomed).toBeNull();
});
