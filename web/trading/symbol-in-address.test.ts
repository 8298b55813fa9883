import { expect, test } from "bun:test";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { symbolNamedIn } from "./first-symbol.ts";
import { symbolPath } from "./symbol-in-address.ts";

const named = (address: string) => symbolNamedIn(new URL(address, "https://tonle.example"));

test.each([
  ["/trading/btc", "BTCUSDm"],
  ["/trading/ETHusdm", "ETHUSDm"],
  ["/trading/chart?symbol=XAUUSDm", "XAUUSDm"],
  ["/trading/chart?symbol=nothing", null],
  ["/trading/chart", null],
  ["/trading", null],
] as const)("%s names %p", (address, symbol) => {
  expect(named(address)).toBe(symbol);
});

test("the address of each symbol names it, and only those of the specification are a path of their own", () => {
  expect(FEED_SYMBOL_LIST.map((symbol) => named(symbolPath(symbol)))).toEqual([...FEED_SYMBOL_LIST]);
  expect(FEED_SYMBOL_LIST.map(symbolPath).filter((path) => !path.includes("?"))).toEqual([
    "/trading/btc",
    "/trading/eth",
  ]);
});
