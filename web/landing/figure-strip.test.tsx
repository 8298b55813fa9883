import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { LatencyPicture } from "./feature-pictures.tsx";
import { FigureStrip } from "./figure-strip.tsx";
import { LANDING_FIGURES } from "./script/figures-text.ts";
import { startLatency } from "./script/live-latency.ts";

setDefaultTimeout(600_000);

let stop = () => {};
afterEach(() => stop());

function frame(price: number, ageMs: number): void {
  bringPrices({ BTCUSDm: price }, { ageMs, dayOpen: 50_000, source: "live" });
}

const figureOf = (label: RegExp) => screen.getByText(label).nextElementSibling?.textContent;

test("the latency figure is empty until the first measurement, then shows the median of this page", async () => {
  render(
    <>
      <FigureStrip />
      <LatencyPicture />
    </>,
  );
  stop = startLatency();
  expect(figureOf(/^latency/)).toBe("—");
  // The first price after subscribing is not measured.
  frame(50_000, 9_000);
  for (const [price, ageMs] of [
    [50_001, 12],
    [50_002, 40],
    [50_003, 20],
  ] as const) {
    frame(price, ageMs);
  }
  await waitFor(() => expect(figureOf(/^latency, measured here$/)).toBe("20ms"));
  expect(figureOf(/^active traders$/)).toBe("10K+");
});

test("a latency set by the operator stays, whatever is measured", async () => {
  const own = LANDING_FIGURES.map((one) => (one.label === "latency" ? { ...one, figure: "Under 5ms" } : one));
  const { container } = render(
    <>
      <FigureStrip figures={own} />
      <LatencyPicture />
    </>,
  );
  stop = startLatency();
  frame(50_100, 9_000);
  frame(50_101, 30);
  await waitFor(() => expect(container.querySelector('[data-part="median"]')?.textContent).toBe("30 ms"));
  expect(figureOf(/^latency$/)).toBe("Under 5ms");
});
