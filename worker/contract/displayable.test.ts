import { expect, test } from "bun:test";
import { isDisplayable } from "./displayable.ts";

test.each([
  ["a line", "Range of Monday, 1.5 %", true],
  ["Khmer with the space and the joiner between its words", "តម្លៃ\u200Bទាប\u2060បំផុត", true],
  ["an emoji", "📈 up", true],
  ["NUL", "a\0b", false],
  ["a line end", "a\nb", false],
  ["a bidirectional override", "a\u202Eb", false],
  ["a lone surrogate", "a\uD83Db", false],
  ["a byte order mark", "\uFEFFa", false],
])("a text with %s", (_, text, isShown) => {
  expect(isDisplayable(text)).toBe(isShown);
});
