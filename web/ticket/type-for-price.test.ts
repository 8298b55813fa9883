import { expect, setDefaultTimeout, test } from "bun:test";
import { typeForPrice } from "./type-for-price.ts";

setDefaultTimeout(600_000);

test.each([
  ["buy", 66_000, "limit"],
  ["buy", 68_000, "stop"],
  ["sell", 66_000, "stop"],
  ["sell", 68_000, "limit"],
  ["buy", 67_000, "limit"],
] as const)("a %s at %d waits as a %s", (side, price, type) => {
  expect(typeForPrice(side, price, 67_000)).toBe(type);
  expect(typeForPrice(side, price, null)).toBe("limit");
});
