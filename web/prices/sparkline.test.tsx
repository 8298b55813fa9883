import { expect, test } from "bun:test";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { DayChange } from "./figures.tsx";
import { Sparkline } from "./sparkline.tsx";

test.each([
  [100.04, "0.0%", "flat"],
  [99.96, "0.0%", "flat"],
  [100.06, "+0.1%", "up"],
  [99.94, "−0.1%", "down"],
] as const)(
  "at %d, where the day opened at 100, the line has the colour of the change beside it: %s",
  (price, change, tone) => {
    bringPrices({ US500: price });
    const { container } = render(
      <>
        <Sparkline symbol="US500" width={72} height={28} />
        <DayChange symbol="US500" />
      </>,
    );
    expect(container.textContent).toBe(change);
    expect(container.querySelector("svg")?.dataset.tone).toBe(tone);
    expect(container.querySelector<HTMLElement>(".num")?.dataset.tone).toBe(tone);
  },
);
