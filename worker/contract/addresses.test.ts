import { expect, test } from "bun:test";
import { documentFile, routeAt } from "./addresses.ts";

test.each([
  ["/", "landing"],
  ["/dashboard", "dashboard"],
  ["/Account/Overview/", "accountOverview"],
  ["/trading/positions", "tradingPositions"],
  ["/trading/btc", "tradingSymbol"],
  ["/account/deposits/D2345678901", "depositReceipt"],
  ["/account/deposits", null],
  ["/trading/btc/eth", null],
  ["/design", null],
] as const)("%s is the route %p", (path, route) => {
  expect(routeAt(path)).toBe(route);
});

test.each([
  ["landing", "/index.html"],
  ["terms", "/terms.html"],
  ["pricesProof", "/prices-proof.html"],
  ["dashboard", "/app/dashboard.html"],
  ["tradingSymbol", "/app/tradingSymbol.html"],
] as const)("the document of %s is %s", (route, file) => {
  expect(documentFile(route)).toBe(file);
});
