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
  const rows = screen.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(rows).toEqual([
    ["Open", "3,000.00"],
    ["High", "3,300.00"],
    ["Low", "3,000.00"],
    ["Previous close", "—"],
  ]);
});
