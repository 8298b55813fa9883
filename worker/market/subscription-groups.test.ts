import { expect, test } from "bun:test";
import { SubscriptionGroups } from "./subscription-groups.ts";

const NOTHING = { seq: 0, atMs: 0, quotes: {} };
const shape = (groups: SubscriptionGroups<string>) =>
  [...groups.groups()].map(({ symbols, everyMs, sockets }) => [symbols.join(), everyMs, [...sockets].join()]);

test("sockets with the same symbols and the same pace are one group", () => {
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

test("a socket that joins a group gets its next frame, whatever it was sent before", () => {
  const groups = new SubscriptionGroups<string>();
  groups.add({ symbols: ["US500"], everyMs: 0 }, "a", NOTHING);
  groups.add({ symbols: ["US500"], everyMs: 0 }, "b", { seq: 7, atMs: 1, quotes: {} });
  expect([...groups.groups()].map(({ sent }) => sent)).toEqual([NOTHING]);
});

test("a socket that leaves is removed, an empty group too, and a socket without symbols is never added", () => {
  const groups = new SubscriptionGroups<string>();
  groups.add({ symbols: ["US500"], everyMs: 0 }, "a", NOTHING);
  groups.add({ symbols: [], everyMs: 0 }, "b", NOTHING);
  groups.remove({ symbols: ["US500"], everyMs: 0 }, "a");
  groups.remove({ symbols: ["US500"], everyMs: 0 }, "a");
  groups.remove({ symbols: [], everyMs: 0 }, "b");
  expect(shape(groups)).toEqual([]);
});
