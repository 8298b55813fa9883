import { expect, test } from "bun:test";
import { tradingResultUsd } from "./balance-equation.ts";

test.each([
  [{ depositsUsd: 2460, withdrawalsUsd: 2265, heldUsd: 120, availableUsd: 350.55 }, 275.55],
  [{ depositsUsd: 0.3, withdrawalsUsd: 0.1, heldUsd: 0, availableUsd: 0.2 }, 0],
  [{ depositsUsd: 100, withdrawalsUsd: 0, heldUsd: 0, availableUsd: 90 }, -10],
])("the trading result of %o is %p", (totals, resultUsd) => {
  expect(tradingResultUsd(totals)).toBe(resultUsd);
});
