import { describe, expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import {
  decimalText,
  FILE_MONEY,
  FILE_NUMBER,
  isUnfinished,
  MONEY,
  type NumberForm,
  type NumberReading,
  numberIn,
  PLAIN_NUMBER,
  PRICE,
  readNumber,
  wholeSteps,
} from "./read-number.ts";

/** The number that a text is, or the code of its fault with what it names. */
function outcome(text: string, form: NumberForm): string {
  const reading: NumberReading = readNumber(text, form);
  if ("number" in reading) return reading.number;
  const { code, ...about } = reading.fault;
  return [code, ...Object.values(about)].join(" ");
}

/** A form, then what it is as a sum, as a price, and as a number alone. */
test.each([
  // Numbers in each of them
  ["10,000", "10000", "10000", "10000"],
  ["1,234,567.89", "1234567.89", "1234567.89", "1234567.89"],
  ["12", "12", "12", "12"],
  ["0", "0", "0", "0"],
  ["000", "0", "0", "0"],
  ["007", "7", "7", "7"],
  ["012", "12", "12", "12"],
  [".5", "0.5", "0.5", "0.5"],
  ["5.", "5", "5", "5"],
  ["50.00", "50.00", "50.00", "50.00"],
  [" 50 ", "50", "50", "50"],
  ["123456789", "123456789", "123456789", "123456789"],
  // Digits and marks of other scripts
  ["៥០.០០", "50.00", "50.00", "50.00"],
  ["១០,០០០", "10000", "10000", "10000"],
  ["５０．００", "50.00", "50.00", "50.00"],
  ["１０，０００", "10000", "10000", "10000"],
  ["٥٠٫٢٥", "50.25", "50.25", "50.25"],
  ["١٠٬٠٠٠", "10000", "10000", "10000"],
  // Spaces between thousands: of a keyboard, without a break, narrow, and of the space bar of a Khmer keyboard
  ["10 000", "10000", "10000", "10000"],
  ["10\u00a0000", "10000", "10000", "10000"],
  ["1\u202f234\u202f567.50", "1234567.50", "1234567.50", "1234567.50"],
  ["១០\u200b០០០", "10000", "10000", "10000"],
  // Copied with marks that are not seen; one of them shows 05 where 50 stands
  ["\u2068$10,000.00\u2069", "10000.00", "10000.00", "characters $"],
  ["\u200e50", "50", "50", "50"],
  ["\u202e50", "characters \u202e", "characters \u202e", "characters \u202e"],
  // Three decimals
  ["1.500", "decimals 2", "1.500", "1.500"],
  ["12.345", "decimals 2", "12.345", "12.345"],
  ["0.001", "decimals 2", "0.001", "0.001"],
  ["១.៥០០", "decimals 2", "1.500", "1.500"],
  ["67,120.125", "decimals 2", "67120.125", "67120.125"],
  // A comma for decimals, or one that separates no thousands
  ["1,5", "comma", "comma", "comma"],
  ["1,50", "comma", "comma", "comma"],
  ["10,5", "comma", "comma", "comma"],
  ["10,50", "comma", "comma", "comma"],
  ["10,00", "comma", "comma", "comma"],
  ["1,0000", "comma", "comma", "comma"],
  ["1234,567", "comma", "comma", "comma"],
  ["67120,5", "comma", "comma", "comma"],
  ["0,125", "comma", "comma", "comma"],
  ["0,500", "comma", "comma", "comma"],
  [",5", "comma", "comma", "comma"],
  ["10,", "comma", "comma", "comma"],
  ["1,,000", "comma", "comma", "comma"],
  ["1,234 567", "comma", "comma", "comma"],
  // Points between thousands
  ["1.500,00", "comma_after_point", "comma_after_point", "comma_after_point"],
  ["១.៥០០,០០", "comma_after_point", "comma_after_point", "comma_after_point"],
  ["1.234.567", "points", "points", "points"],
  ["1.234.567,00", "points", "points", "points"],
  ["1.2.3", "points", "points", "points"],
  ["1..5", "points", "points", "points"],
  // Spaces that separate no thousands
  ["10 00", "space", "space", "space"],
  ["1 5", "space", "space", "space"],
  ["0 500", "space", "space", "space"],
  ["10  000", "space", "space", "space"],
  ["10. 50", "space", "space", "space"],
  // Signs
  ["-50", "sign", "sign", "sign"],
  ["−50", "sign", "sign", "sign"],
  ["+50", "sign", "sign", "sign"],
  ["- 50", "sign", "sign", "sign"],
  ["-", "sign", "sign", "sign"],
  ["-$50", "sign", "sign", "sign"],
  ["$-50", "sign", "sign", "characters $-"],
  // Currencies
  ["$50", "50", "50", "characters $"],
  ["$1,234.50", "1234.50", "1234.50", "characters $"],
  ["$ 50", "50", "50", "characters $"],
  ["US$50", "50", "50", "characters US$"],
  ["50 $", "50", "50", "characters $"],
  ["50 USD", "50", "50", "characters USD"],
  ["usd 50", "50", "50", "characters usd"],
  ["＄50", "50", "50", "characters $"],
  ["$$50", "characters $", "characters $", "characters $$"],
  ["៛50000", "currency ៛", "currency ៛", "characters ៛"],
  ["50000៛", "currency ៛", "currency ៛", "characters ៛"],
  ["៛៥០០០០", "currency ៛", "currency ៛", "characters ៛"],
  ["€50", "currency €", "currency €", "characters €"],
  ["50000 KHR", "characters KHR", "characters KHR", "characters KHR"],
  // Letters and other characters
  ["1e3", "characters e", "characters e", "characters e"],
  ["1e5", "characters e", "characters e", "characters e"],
  ["abc", "characters abc", "characters abc", "characters abc"],
  ["50 BTC", "characters BTC", "characters BTC", "characters BTC"],
  ["50k", "characters k", "characters k", "characters k"],
  ["ហាសិប", "characters ហាសិប", "characters ហាសិប", "characters ហាសិប"],
  ["0x1", "characters x", "characters x", "characters x"],
  ["NaN", "characters NaN", "characters NaN", "characters NaN"],
  ["Infinity", "characters Infinity", "characters Infinity", "characters Infinity"],
  ["1'000", "characters '", "characters '", "characters '"],
  ["5²", "characters ²", "characters ²", "characters ²"],
  ["50%", "characters %", "characters %", "characters %"],
  ["(50)", "characters (", "characters (", "characters ("],
  ["5-", "characters -", "characters -", "characters -"],
  ["10\t000", "characters \t", "characters \t", "characters \t"],
  ["10\n000", "characters \n", "characters \n", "characters \n"],
  // Nothing
  ["", "empty", "empty", "empty"],
  [" \u200b ", "empty", "empty", "empty"],
  [".", "empty", "empty", "empty"],
  [",", "empty", "empty", "empty"],
  ["$", "empty", "empty", "empty"],
])("%j as a sum, as a price and as a number alone", (text, money, price, plain) => {
  expect([MONEY, PRICE, PLAIN_NUMBER].map((form) => outcome(text, form))).toEqual([money, price, plain]);
});

test("a very long number is read whole, for the field's own limit to refuse", () => {
  expect(outcome(`${"9".repeat(400)}.25`, MONEY)).toBe(`${"9".repeat(400)}.25`);
});

test("typed key by key, a number is the same as pasted, and none of its beginnings is another number silently", () => {
  const ofKeys = (text: string) => [...text].map((_, at) => outcome(text.slice(0, at + 1), MONEY));
  expect(ofKeys("10,000")).toEqual(["1", "10", "comma", "comma", "comma", "10000"]);
  expect(ofKeys("10 000")).toEqual(["1", "10", "10", "space", "space", "10000"]);
  expect(ofKeys("50.25")).toEqual(["5", "50", "50", "50.2", "50.25"]);
});

test.each([
  ["10,", true],
  ["10,0", true],
  ["10,00", true],
  ["1,5", true],
  ["1,50", true],
  ["10 0", true],
  ["$", true],
  ["0,5", false],
  ["1,0000", false],
  ["67120,5", false],
  ["1.500", false],
  ["1.500,00", false],
  ["-5", false],
  ["abc", false],
])("%p can become a number by more digits: %p", (text, expected) => {
  expect(isUnfinished(text, MONEY)).toBe(expected);
});

test.each([
  ["10000", 2, 1_000_000],
  ["0.29", 2, 29],
  ["1.10", 2, 110],
  ["1.500", 2, 150],
  ["1.501", 2, null],
  ["0.00000001", 8, 1],
  ["12", 0, 12],
  ["9".repeat(400), 2, Number.POSITIVE_INFINITY],
])("%p with %p decimals is %p steps", (number, decimals, steps) => {
  expect(wholeSteps(number, decimals)).toBe(steps);
});

test("what is read of an amount of money as it is written anywhere here is that amount", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e13 }), fc.constantFrom(",", " ", "\u00a0"), (cents, between) => {
      const text = (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 }).replaceAll(",", between);
      expect(wholeSteps(numberIn(text, MONEY) ?? "", 2)).toBe(cents);
    }),
  );
});

test("whatever is typed, what is read of it holds digits and at most one point, and reads as itself", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d.,$ +eE៥０-]{0,12}$/), (text) => {
      const number = numberIn(text, MONEY);
      if (number === null) return;
      expect(number).toMatch(/^\d+(\.\d{1,2})?$/);
      expect(numberIn(number, MONEY)).toBe(number);
    }),
  );
});

describe("in files", () => {
  const fileNumber = (text: string) => {
    const number = numberIn(text, FILE_NUMBER);
    return number === null ? null : Number(number);
  };

  test.each([
    ["0", 0],
    ["0.10", 0.1],
    ["-2.50", -2.5],
    ["- 2.50", -2.5],
    ["−2.50", -2.5],
    ["+2.50", 2.5],
    ["-0.00", 0],
    ["4 106.170", 4106.17],
    ["1 234 567.89", 1_234_567.89],
    ["1,234,567.89", 1_234_567.89],
    ["- 1 234.50", -1234.5],
    ["4\u00a0106.170", 4106.17],
    ["4\u202f106.170", 4106.17],
    ["12,500", 12_500],
    [" 7 ", 7],
    ["1.", 1],
    [".5", 0.5],
    ["１", 1],
    ["-៥០.០០", -50],
  ])("%p is %p", (text, expected) => {
    expect(fileNumber(text)).toBe(expected);
  });

  test.each([
    "",
    " ",
    "-",
    ".",
    "1,5",
    "0,500",
    "1 5",
    "1.2.3",
    "1.500,00",
    "1,234 567",
    "1234,567",
    "12 34.5",
    "1e3",
    "0x1",
    "NaN",
    "--1",
    "1-",
    "$5",
    "1 234,50",
    "Infinity",
  ])("%p is not a number", (text) => {
    expect(fileNumber(text)).toBeNull();
  });

  test("a sum has at most two decimals, since the point of `1.500` may be one of thousands", () => {
    expect(outcome("-12.50", FILE_MONEY)).toBe("-12.50");
    expect(outcome("1.500", FILE_MONEY)).toBe("decimals 2");
  });

  test("a number with spaces or commas between its thousands is parsed correctly", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.constantFrom(",", " ", "\u00a0"), (cents, space) => {
        const text = (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 }).replaceAll(",", space);
        expect(fileNumber(text)).toBe(cents / 100);
      }),
    );
  });
});

describe("whole steps as text", () => {
  const decimals = fc.integer({ min: 0, max: 12 });
  const steps = fc.oneof(fc.nat({ max: 2_000 }), fc.nat({ max: 999_999_900 }), fc.maxSafeNat());

  test("are the same steps again, for any number of decimals", () => {
    fc.assert(
      fc.property(steps, decimals, fc.nat({ max: 12 }), (whole, most, least) => {
        const texts = [decimalText(whole, most), decimalText(whole, most, Math.min(least, most))];
        for (const text of texts) expect(wholeSteps(text, most)).toBe(whole);
        expect(numberIn(texts[0] ?? "", PRICE)).toBe(texts[0] ?? "");
      }),
    );
  });

  test.each([
    [73, 8, 8, "0.00000073"],
    [10_000_000, 8, 2, "0.10"],
    [100_000_000, 8, 0, "1"],
    [1_500_000, 0, 0, "1500000"],
    [6_712_050, 2, 2, "67120.50"],
    [0, 5, 0, "0"],
  ] as const)("%p with %p decimals, at least %p of them, is %p", (whole, most, least, text) => {
    expect(decimalText(whole, most, least)).toBe(text);
  });
});
