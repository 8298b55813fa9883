import { expect, test } from "bun:test";
import { isSectionRoot, tradingView } from "./trading-state.ts";

test.each([
  ["/trading", "watchlist"],
  ["/trading/watchlist", "watchlist"],
  ["/watchlist", "watchlist"],
  ["/trading/positions", "positions"],
  ["/Trading/Positions", "positions"],
  ["/trading/chart", "chart"],
  ["/trading/orders", "orders"],
  ["/trading/btc", "chart"],
  ["/trading/ETHUSDm", "chart"],
] as const)("%s shows %s", (path, view) => {
  expect(tradingView(path)).toBe(view);
});

test.each([
  ["/trading", true],
  ["/trading/", true],
  ["/trading/watchlist", false],
  ["/Watchlist", false],
  ["/trading/chart", false],
  ["/trading/btc", false],
])("that %s is the section's own address is %p", (path, isRoot) => expect(isSectionRoot(path)).toBe(isRoot));
