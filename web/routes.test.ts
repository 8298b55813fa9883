import { describe, expect, test } from "bun:test";
import { anyOf, chartedSymbol } from "./routes.ts";

describe("the symbol in /trading/{symbol}", () => {
  test.each([
    ["btc", "BTCUSD"],
    ["eth", "ETHUSD"],
    ["btcusdm", "BTCUSD"],
    ["ethusdm", "ETHUSD"],
    ["BTC", "BTCUSD"],
    ["EthUSDm", "ETHUSD"],
  ] as const)("%s opens the chart of %s", (parameter, symbol) => {
    expect(chartedSymbol(parameter)).toBe(symbol);
  });

  test.each(["minibtc", "btcusd", "ethusd", "US500", "", "toString", "__proto__"])("%p opens none", (parameter) => {
    expect(chartedSymbol(parameter)).toBeNull();
  });
});

test("a pattern of several addresses fits each of them, in any case, and nothing more", () => {
  const pattern = anyOf("/account", "/account/deposit");
  for (const path of ["/account", "/account/", "/Account/Deposit"]) expect(pattern.test(path)).toBe(true);
  for (const path of ["/accounts", "/account/other", "/x/account"]) expect(pattern.test(path)).toBe(false);
});
