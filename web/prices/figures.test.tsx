import { expect, test } from "bun:test";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { DayChange, PriceText, TickFlash } from "./figures.tsx";

function Figures({ symbol }: { symbol: FeedSymbol }) {
  return (
    <p>
      <TickFlash symbol={symbol}>
        <PriceText symbol={symbol} />
      </TickFlash>{" "}
      <DayChange symbol={symbol} withPrice />
    </p>
  );
}

test("another symbol in the same place shows its own price at once, without a flash", () => {
  bringPrices({ US500: 101, XAUUSDm: 202 }, { ageMs: 3_000 });
  const { container, rerender } = render(<Figures symbol="US500" />);
  expect(container.textContent).toBe("101.00 +1.00 (+1.0%)");
  rerender(<Figures symbol="XAUUSDm" />);
  expect(container.textContent).toBe("202.00 +102.00 (+102.0%)");
  expect(container.querySelector("i")?.dataset.tone).toBeUndefined();
  bringPrices({ US500: 102 });
  expect(container.textContent).toBe("202.00 +102.00 (+102.0%)");
  bringPrices({ XAUUSDm: 201 });
  expect(container.textContent).toBe("201.00 +101.00 (+101.0%)");
  expect(container.querySelector("i")?.dataset.tone).toBe("down");
});
