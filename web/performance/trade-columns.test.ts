import { expect, test } from "bun:test";
import { priceDecimals } from "./trade-columns.tsx";

test.each([
  ["BTCUSDm", 113_682.7, 113_616, 2],
  ["XAUUSDm", 3_991.07123, 3_978, 2],
  ["EURUSD", 1.0851, 1.08512, 5],
  ["USDJPY", 151.204, 151.3, 3],
  ["DAX", 18_000, 18_010, 2],
])("prices of %p at %p and %p have %p decimals", (symbol, entryPrice, exitPrice, decimals) => {
  expect(priceDecimals({ symbol, entryPrice, exitPrice })).toBe(decimals);
});
