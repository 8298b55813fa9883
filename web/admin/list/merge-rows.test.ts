import { expect, test } from "bun:test";
import { fc } from "../../test/property.ts";
import { mergeRows } from "./merge-rows.ts";

const rows = (names: string, version = 1) => [...names].map((_id) => ({ _id, version }));
const namesOf = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id).join("");

test.each([
  ["nothing changed", "abc", "abc", false, "abc", "", 0],
  ["a new last row is added below", "abc", "abcde", false, "abcde", "", 0],
  ["new first rows are counted", "abc", "xyabc", false, "abc", "", 2],
  ["a new row between others is counted", "abc", "axbc", false, "abc", "", 1],
  ["a removed row stays in place, and is listed as gone", "abc", "ac", false, "abc", "b", 0],
  ["a removed last row is listed as gone", "abc", "ab", false, "abc", "c", 0],
  ["a row pushed off the page is not gone", "abc", "xab", true, "abc", "", 1],
  ["a row removed before the end of the page is gone", "abc", "xac", true, "abc", "b", 1],
  ["an empty list takes all rows", "", "ab", true, "ab", "", 0],
  ["all rows removed, and others added", "ab", "cd", false, "abcd", "ab", 0],
] as const)("%s", (_, shown, fresh, hasMore, expected, gone, newCount) => {
  const merged = mergeRows(rows(shown), rows(fresh), { hasMore });
  expect([namesOf(merged.rows), [...merged.goneIds].join(""), merged.newCount]).toEqual([expected, gone, newCount]);
});

test("shown rows get their new content", () => {
  expect(mergeRows(rows("ab"), rows("ab", 2), { hasMore: false }).rows).toEqual(rows("ab", 2));
});

test("no shown row moves and no row is duplicated, for any change", () => {
  const names = fc.uniqueArray(fc.constantFrom(..."abcdefgh")).map((list) => list.join(""));
  fc.assert(
    fc.property(names, names, fc.boolean(), (shown, fresh, hasMore) => {
      const merged = namesOf(mergeRows(rows(shown), rows(fresh), { hasMore }).rows);
      expect(merged.startsWith(shown)).toBe(true);
      expect(new Set(merged).size).toBe(merged.length);
    }),
  );
});
