import { describe, expect, test } from "bun:test";
import { chartedSymbol, tradedAs } from "./traded-symbols.ts";

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

  test.each(["minibtc", "btcusd", "ethusd", "US500", "xauusdm", "", "toString", "__proto__"])(
    "%p opens none",
    (parameter) => {
      expect(chartedSymbol(parameter)).toBeNull();
    },
  );
});

describe("tradedAs", () => {
  test.each([
    ["btc", "BTCUSD"],
    ["eth", "ETHUSD"],
    ["minibtc", "MINIBTC"],
    ["btcusd", "BTCUSD"],
    ["ethusd", "ETHUSD"],
    ["BTCUSDm", "BTCUSD"],
    ["ETHUSDm", "ETHUSD"],
    ["MiniBTC", "MINIBTC"],
    ["US500", "US500"],
    ["USTECm", "USTECm"],
    ["XAUUSDm", "XAUUSDm"],
  ] as const)("%s is %s", (name, symbol) => {
    expect(tradedAs(name)).toBe(symbol);
  });

  test.each(["gold", "US30", "", "__proto__"])("%p is nothing", (name) => {
    expect(tradedAs(name)).toBeNull();
  });
});
