import { expect, test } from "bun:test";
import { Audience } from "./audience.ts";

const shape = (audience: Audience<string>) =>
  [...audience.groups()].map(({ symbols, sockets }) => [symbols.join(), [...sockets].join()]);

test("sockets of one set of symbols are one group", () => {
  const audience = new Audience<string>();
  audience.add(["US500"], "a");
  audience.add(["US500", "BTCUSDm"], "b");
  audience.add(["US500"], "c");
  expect(shape(audience)).toEqual([
    ["US500", "a,c"],
    ["US500,BTCUSDm", "b"],
  ]);
});

test("who leaves is gone, an empty group too, and who asked for nothing was never there", () => {
  const audience = new Audience<string>();
  audience.add(["US500"], "a");
  audience.add([], "b");
  audience.remove(["US500"], "a");
  audience.remove(["US500"], "a");
  audience.remove([], "b");
  expect(shape(audience)).toEqual([]);
});
