import { expect, test } from "bun:test";
import { screen } from "@testing-library/react";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { SymbolToday } from "./symbol-today.tsx";

test("the day of a symbol shows itself with its first price, though it was there before", () => {
  // In a run of its own this symbol has no price yet.
  render(<SymbolToday symbol="ETHUSDm" timeZone="UTC" />);
  bringPrices({ ETHUSDm: 3_300 }, { dayOpen: 3_000 });
  expect(screen.getByText("ETHUSDm today")).toBeDefined();
  expect(screen.getByText("+300.00 (+10.0%)")).toBeDefined();
});
