import { expect, test } from "bun:test";
import { SubscriptionGroups } from "./subscription-groups.ts";

const NOTHING = { seq: 0, atMs: 0 };
const shape = (groups: SubscriptionGroups<string>) =>
  [...groups.groups()].map(({ symbols, everyMs, format, sockets }) => [
    symbols.join(),
    everyMs,
    format,
    [...sockets].join(),
  ]);

test("sockets with the same symbols, the same pace and the same format are one group", () => {
  const groups = new SubscriptionGroups<string>();
  groups.add({ symbols: ["US500"], everyMs: 0, format: "json" }, "a", NOTHING);
  groups.add({ symbols: ["US500", "BTCUSDm"], everyMs: 0, format: "json" }, "b", NOTHING);
  groups.add({ symbols: ["US500"], everyMs: 0, format: "json" }, "c", NOTHING);
  groups.add({ symbols: ["US500"], everyMs: 250, format: "json" }, "d", NOTHING);
  groups.add({ symbols: ["US500"], everyMs: 0, format: "compact" }, "e", NOTHING);
  expect(shape(groups)).toEqual([
    ["US500", 0, "json", "a,c"],
    ["US500,BTCUSDm", 0, "json", "b"],
    ["US500", 250, "json", "d"],
    ["US500", 0, "compact", "e"],
  ]);
});

test("a socket that joins a group gets its next frame, whatever it was sent before", () => {
  const groups = new SubscriptionGroups<string>();
  groups.add({ symbols: ["US500"], everyMs: 0, format: "json" }, "a", NOTHING);
  groups.add({ symbols: ["US500"], everyMs: 0, format: "json" }, "b", { seq: 7, atMs: 1 });
  expect([...groups.groups()].map(({ sent }) => sent)).toEqual([NOTHING]);
});

test("a socket that leaves is removed, an empty group too, and a socket without symbols is never added", () => {
  const groups = new SubscriptionGroups<string>();
  groups.add({ symbols: ["US500"], everyMs: 0, format: "json" }, "a", NOTHING);
  groups.add({ symbols: [], everyMs: 0, format: "json" }, "b", NOTHING);
  groups.remove({ symbols: ["US500"], everyMs: 0, format: "json" }, "a");
  groups.remove({ symbols: ["US500"], everyMs: 0, format: "json" }, "a");
  groups.remove({ symbols: [], everyMs: 0, format: "json" }, "b");
  expect(shape(groups)).toEqual([]);
});
