import { expect, test } from "bun:test";
import { tradingView } from "./trading-state.ts";

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
