import { expect, test } from "bun:test";
import { fc } from "../../test/property.ts";
import { mergeRows } from "./merge-rows.ts";

const rows = (names: string, version = 1) => [...names].map((_id) => ({ _id, version }));
const namesOf = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id).join("");

test.each([
  ["nothing changed", "abc", "abc", false, "abc", "", 0],
  ["what came last stands below", "abc", "abcde", false, "abcde", "", 0],
  ["what came first is counted", "abc", "xyabc", false, "abc", "", 2],
  ["what came between is counted", "abc", "axbc", false, "abc", "", 1],
  ["what went stays in its place, and is named", "abc", "ac", false, "abc", "b", 0],
  ["what went at the end of the list is named", "abc", "ab", false, "abc", "c", 0],
  ["what was pushed off the page is not gone", "abc", "xab", true, "abc", "", 1],
  ["what went before the page's end is gone all the same", "abc", "xac", true, "abc", "b", 1],
  ["an empty list takes what there is", "", "ab", true, "ab", "", 0],
  ["all went, and others came", "ab", "cd", false, "abcd", "ab", 0],
] as const)("%s", (_, shown, fresh, hasMore, expected, gone, newCount) => {
  const merged = mergeRows(rows(shown), rows(fresh), { hasMore });
  expect([namesOf(merged.rows), [...merged.goneIds].join(""), merged.newCount]).toEqual([expected, gone, newCount]);
});

test("what is shown is as it is now", () => {
  expect(mergeRows(rows("ab"), rows("ab", 2), { hasMore: false }).rows).toEqual(rows("ab", 2));
});

test("whatever happens, no row that is shown moves, and no row stands twice", () => {
  const names = fc.uniqueArray(fc.constantFrom(..."abcdefgh")).map((list) => list.join(""));
  fc.assert(
    fc.property(names, names, fc.boolean(), (shown, fresh, hasMore) => {
      const merged = namesOf(mergeRows(rows(shown), rows(fresh), { hasMore }).rows);
      expect(merged.startsWith(shown)).toBe(true);
      expect(new Set(merged).size).toBe(merged.length);
    }),
  );
});
