import { expect, test } from "bun:test";
import { screen } from "@testing-library/react";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { OrderPreview } from "./order-preview.tsx";

test("the exposure after the order is grey while the price is stale and updates with the next price", () => {
  bringPrices({ BTCUSDm: 67_000 });
  render(<OrderPreview symbol="BTCUSD" side="buy" amount={0.1} price={null} />);
  const table = screen.getByRole("table");
  const exposure = () => screen.getByText("Exposure").closest("tr")?.lastElementChild?.textContent;
  expect([table.dataset.stale, exposure()]).toEqual(["false", "$6,700.00"]);
  bringPrices({ BTCUSDm: 67_010 }, { ageMs: 10_000 });
  expect(table.dataset.stale).toBe("true");
  bringPrices({ BTCUSDm: 68_000 });
  expect([table.dataset.stale, exposure()]).toEqual(["false", "$6,800.00"]);
});
