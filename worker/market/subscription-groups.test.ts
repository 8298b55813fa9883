import { expect, test } from "bun:test";
import { SubscriptionGroups } from "./subscription-groups.ts";

const NOTHING = { seq: 0, atMs: 0, quotes: {} };
const shape = (groups: SubscriptionGroups<string>) =>
  [...groups.groups()].map(({ symbols, everyMs, sockets }) => [symbols.join(), everyMs, [...sockets].join()]);

test("sockets of one set of symbols and one pace are one group", () => {
  const groups = new SubscriptionGroups<string>();
  groups.add({ symbols: ["US500"], everyMs: 0 }, "a", NOTHING);
  groups.add({ symbols: ["US500", "BTCUSDm"], everyMs: 0 }, "b", NOTHING);
  groups.add({ symbols: ["US500"], everyMs: 0 }, "c", NOTHING);
  groups.add({ symbols: ["US500"], everyMs: 250 }, "d", NOTHING);
  expect(shape(groups)).toEqual([
    ["US500", 0, "a,c"],
    ["US500,BTCUSDm", 0, "b"],
    ["US500", 250, "d"],
  ]);
});

test("who comes to a group gets its next frame, whatever it knew before", () => {
  const groups = new SubscriptionGroups<string>();
  groups.add({ symbols: ["US500"], everyMs: 0 }, "a", NOTHING);
  groups.add({ symbols: ["US500"], everyMs: 0 }, "b", { seq: 7, atMs: 1, quotes: {} });
  expect([...groups.groups()].map(({ sent }) => sent)).toEqual([NOTHING]);
});

test("who leaves is gone, an empty group too, and who asked for nothing was never there", () => {
  const groups = new SubscriptionGroups<string>();
  groups.add({ symbols: ["US500"], everyMs: 0 }, "a", NOTHING);
  groups.add({ symbols: [], everyMs: 0 }, "b", NOTHING);
  groups.remove({ symbols: ["US500"], everyMs: 0 }, "a");
  groups.remove({ symbols: ["US500"], everyMs: 0 }, "a");
  groups.remove({ symbols: [], everyMs: 0 }, "b");
  expect(shape(groups)).toEqual([]);
});
