import { expect, test } from "bun:test";
import { asciiOf } from "./ascii.ts";

test.each([
  ["១២៣៤៥៦៧៨៩០", "1234567890"],
  ["０１２３４５６７８９", "0123456789"],
  ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
  ["๐๑๒", "012"],
  ["ＸＹＺ１２３", "XYZ123"],
  ["ａｂ－．，＄", "ab-.,$"],
  ["𝟗𝟘𝟙", "901"],
  ["\u2068123\u2069", "123"],
  ["\ufeff12\u200d3\u200e", "123"],
  ["−\u2060$25.50", "−$25.50"],
  ["\u202e321", "\u202e321"],
  ["1\u200b2", "1\u200b2"],
  ["123 abc", "123 abc"],
  ["½²៛ក", "½²៛ក"],
  ["", ""],
])("%p is %p", (text, ascii) => {
  expect(asciiOf(text)).toBe(ascii);
});

test("every digit of every script has its value", () => {
  const digits = Array.from({ length: 0x110000 }, (_, at) => at)
    .filter((at) => (at < 0xd800 || at > 0xdfff) && /\p{Nd}/u.test(String.fromCodePoint(at)))
    .map((at) => String.fromCodePoint(at));
  expect(digits.length % 10).toBe(0);
  expect(digits.map(asciiOf).join("")).toBe("0123456789".repeat(digits.length / 10));
});
