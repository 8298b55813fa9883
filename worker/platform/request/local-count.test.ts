import { expect, test } from "bun:test";
import { LocalCount } from "./local-count.ts";

test("each key is counted alone, and from one again in the next window", () => {
  const counts = new LocalCount(1_000);
  expect([counts.add("a", 5_000), counts.add("a", 5_999), counts.add("b", 5_999)]).toEqual([1, 2, 1]);
  expect(counts.add("a", 6_000)).toBe(1);
});

test("so many keys that they would fill the memory begin anew", () => {
  const counts = new LocalCount(1_000);
  for (let i = 0; i < 20_000; i++) counts.add(`key ${i}`, 0);
  expect(counts.add("key 0", 0)).toBe(1);
});
