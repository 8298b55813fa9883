import { describe, expect, test } from "bun:test";
import { phonePrefixes, readPhone } from "./phone.ts";

/** The spellings of one number. */
const SPELLINGS = [
  "+85512345678",
  "+855 12 345 678",
  " +855-12-345-678 ",
  "+855 (0)12 345 678",
  "+855 012 345 678",
  "00855 12 345 678",
  "855 12 345 678",
  "012345678",
  "012 345 678",
  "012-345-678",
  "(012) 345.678",
  "012/345678",
  "012\u00A0345\u2011678",
  "០១២ ៣៤៥ ៦៧៨",
  "+៨៥៥ ១២ ៣៤៥ ៦៧៨",
  "０１２３４５６７８",
  "٠١٢٣٤٥٦٧٨",
  "០១២\u200B៣៤៥\u200B៦៧៨",
];

describe("a phone number", () => {
  test.each(SPELLINGS)("%j is kept as +85512345678", (text) => {
    expect(readPhone(text)).toBe("+85512345678");
  });

  test.each([
    ["096 123 4567", "+855961234567"],
    ["023 123 456", "+85523123456"],
    ["+66 81 234 5678", "+66812345678"],
    ["+44 (0)20 7946 0018", "+442079460018"],
    ["001 212 555 0123", "+12125550123"],
    ["+84 91 234 56 78", "+84912345678"],
    ["+1 (212) 555-0123", "+12125550123"],
    ["+683 4000", "+6834000"],
  ])("%j is kept as %s", (text, stored) => {
    expect(readPhone(text)).toBe(stored);
    expect(readPhone(stored)).toBe(stored);
  });

  test.each([
    "",
    "call me maybe",
    "12 345 678",
    "012 345 67",
    "012 345 678 90",
    "+855 12 345 67",
    "+855 12 345 678 90",
    "+0 12 345 678",
    "++855 12 345 678",
    "+855 12 345 678 ext. 4",
    "012 345 678, 096 123 4567",
    "+1234567890123456",
    "+12345",
    "0",
  ])("%j is none", (text) => {
    expect(readPhone(text)).toBe(null);
  });
});

test.each(SPELLINGS)("a search for %j finds the stored number", (text) => {
  expect(phonePrefixes(text)).toContain("+85512345678");
});

test.each([
  ["012 345", ["+85512345"]],
  ["+855 12 3", ["+855123"]],
  ["+855 012", ["+85512"]],
  ["12 345", ["+12345", "+85512345"]],
  ["855 12", ["+85512", "+85585512"]],
  ["+66 8", ["+668"]],
  ["០១២", ["+85512"]],
  ["01", []],
  ["Sokha", []],
  ["D0123ABC", []],
  ["+855 12 x", []],
])("a search for %j looks for %j", (text, prefixes) => {
  expect(phonePrefixes(text)).toEqual(prefixes);
});
