import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { mergeEntries, mergeLabels, mergeNotes, NO_ENTRY } from "./merge.ts";

const note = fc.constantFrom("", "a", "ab", "b", "c\nd");
const entry = fc.record({
  setup: fc.constantFrom(null, "s1", "s2"),
  grade: fc.constantFrom(null, "A" as const, "D" as const),
  labels: fc.subarray(["x", "y", "z"]),
  note,
  chart: fc.constant(null),
  reviewedAt: fc.constantFrom(null, 1, 2),
});

test("what one side alone has changed is kept from it, and nothing else", () => {
  fc.assert(
    fc.property(entry, entry, (base, other) => {
      expect(mergeEntries(other, base, base).body).toEqual({ ...other, labels: expect.any(Array) });
      expect(mergeEntries(base, base, other)).toEqual({ body: { ...other, labels: expect.any(Array) }, ownNote: null });
      expect([...mergeEntries(other, base, base).body.labels].sort()).toEqual([...other.labels].sort());
      expect([...mergeEntries(base, base, other).body.labels].sort()).toEqual([...other.labels].sort());
    }),
  );
});

test("no text of either side is lost: it is in the note, or shown beside it", () => {
  fc.assert(
    fc.property(note, note, note, (mine, base, theirs) => {
      const { note: kept, ownNote } = mergeNotes(mine, base, theirs);
      if (mine !== base) expect(kept.includes(mine) || ownNote === mine).toBe(true);
      if (theirs !== base) expect(kept.includes(theirs)).toBe(true);
    }),
  );
});

test("labels that each side added are all there, and one that a side took away is not", () => {
  const base = { ...NO_ENTRY, labels: ["x", "y"] };
  const mine = { ...NO_ENTRY, labels: ["x", "a"] };
  const theirs = { ...NO_ENTRY, labels: ["x", "y", "b"] };
  expect(mergeEntries(mine, base, theirs).body.labels).toEqual(["x", "b", "a"]);
});

test("a label that one device renames and another archives is both", () => {
  const base = { type: "tag" as const, name: "Patient", isArchived: false };
  expect(mergeLabels({ ...base, name: "Calm" }, base, { ...base, isArchived: true })).toEqual({
    type: "tag",
    name: "Calm",
    isArchived: true,
  });
});
