import { expect, test } from "bun:test";
import { plainText } from "./plain-text.ts";

test("a text is trimmed and composed", () => {
  expect(plainText("  Cafe\u0301 ", { field: "note", max: 10 })).toBe("Café");
  expect(plainText(" \t ", { field: "note", max: 10 })).toBe("");
});

test("characters are counted as people count them, up to the most", () => {
  expect(plainText("🐟🐟🐟", { field: "note", max: 3 })).toBe("🐟🐟🐟");
  expect(() => plainText("🐟🐟🐟🐟", { field: "note", max: 3 })).toThrow("Note must have at most 3 characters");
});

test.each(["a\u202eb", "a\u0000b", "a\u200eb", "a\u2028b", "\ud800", "a\u2066b"])("%j cannot be shown", (text) => {
  expect(() => plainText(text, { field: "note", max: 10, lines: "several" })).toThrow("cannot be shown");
});

test("line breaks are taken where several lines are asked for, and only there", () => {
  expect(plainText("a\r\nb\nc", { field: "note", max: 10, lines: "several" })).toBe("a\nb\nc");
  expect(() => plainText("a\nb", { field: "note", max: 10 })).toThrow("cannot be shown");
});

test("Khmer prose keeps the invisible spaces between its words", () => {
  const prose = "សូម\u200bដក\u200bប្រាក់";
  expect(plainText(prose, { field: "note", max: 30, lines: "several" })).toBe(prose);
});

test("one line goes without the invisible spaces that a Khmer keyboard types", () => {
  const line = "ផ្ទះ\u200bលេខ\u200b១២ \u200b";
  expect(plainText(line, { field: "address", max: 12 })).toBe("ផ្ទះលេខ១២");
  expect(plainText("\u200b", { field: "bankName", max: 12 })).toBe("");
  expect(() => plainText("a\u200eb", { field: "address", max: 12 })).toThrow("cannot be shown");
});

test("what is required is more than spaces, seen or not", () => {
  for (const empty of ["", "  ", "\u200b"]) {
    expect(() => plainText(empty, { field: "bankName", max: 10, isRequired: true })).toThrow("Bank Name is required");
  }
  expect(plainText(" a ", { field: "bankName", max: 10, isRequired: true })).toBe("a");
});
