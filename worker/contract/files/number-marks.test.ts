import { describe, expect, test } from "bun:test";
import { fc } from "../../../web/test/property.ts";
import { compare, decimal, decimalIn, sum } from "../broker/decimal.ts";
import { fileMark, markEvidence, markOf, numberWith, writtenNumber } from "./number-marks.ts";

describe("one number", () => {
  test.each<[text: string, mark: "." | ",", number: string]>([
    ["3 912.450", ".", "3912.45"],
    ["10\u00a0097.90", ".", "10097.9"],
    ["1'234'567.5", ".", "1234567.5"],
    ["52,591.90 USD", ".", "52591.9"],
    ["$1.00", ".", "1"],
    ["US$ 1,000", ".", "1000"],
    ["- 3.15", ".", "-3.15"],
    ["−3.15", ".", "-3.15"],
    ["(3.15)", ".", "-3.15"],
    ["+0.50", ".", "0.5"],
    ["0.1800000000SOL", ".", "0.18"],
    ["0.07 Lots", ".", "0.07"],
    ["7.3e-07", ".", "0.00000073"],
    [".5", ".", "0.5"],
    ["-0.00", ".", "0"],
    ["៤៥.៥០", ".", "45.5"],
    ["1.234.567,89", ",", "1234567.89"],
    ["0,100", ",", "0.1"],
    ["147,215", ",", "147.215"],
    ["147,215", ".", "147215"],
  ])("%s with %s is %s", (text, mark, number) => {
    expect(numberWith(text, mark)).toBe(decimal(number));
  });

  test.each<[text: string, mark: "." | ","]>([
    ["", "."],
    ["-", "."],
    ["1,23", "."],
    ["12,34,567", "."],
    ["1.2.3", "."],
    ["1.5,000", "."],
    ["0,100.5", "."],
    ["cancelled", "."],
    ["20:1", "."],
    ["2026-09-14", "."],
    ["1e999", "."],
    ["9".repeat(60), "."],
    ["1,5", "."],
    ["1.5", ","],
  ])("%s with %s is none", (text, mark) => {
    expect(numberWith(text, mark)).toBeNull();
  });

  test("a unit is what stands behind it", () => {
    expect(writtenNumber("13679.89PEPE")?.unit).toBe("PEPE");
  });
});

describe("the mark of a column", () => {
  test.each<[text: string, evidence: string]>([
    ["147,215", "unclear"],
    ["147.215", "unclear"],
    ["0,100", ","],
    ["1,5", ","],
    ["1,234,567", "."],
    ["1.234,5", ","],
    ["1234,567", ","],
    ["12", "none"],
    ["text", "none"],
  ])("%s says %s", (text, evidence) => {
    expect(markEvidence(text)).toBe(evidence as never);
  });

  test("is decided by all cells, and by the columns beside it where they do not say it", () => {
    expect(markOf(["147,215", "12", "1,5"])).toBe(",");
    expect(fileMark([["147,215"], ["0,100"]])).toBe(",");
    expect(fileMark([["147,215"], ["0.1"]])).toBe(".");
  });

  test("is a question where only commas before three digits stand, and a point where only points do", () => {
    expect(fileMark([["147,215"], ["12"]])).toBe("unclear");
    expect(fileMark([["147.215"], ["12"]])).toBe(".");
  });

  test("is mixed where both stand for decimals", () => {
    expect(fileMark([["1,5", "1.5"]])).toBe("mixed");
    expect(fileMark([["1,5"], ["1.5"]])).toBe("mixed");
  });
});

/** How countries write numbers: the marks of decimals and of thousands. */
const WRITINGS = [
  { mark: ".", thousands: "," },
  { mark: ".", thousands: " " },
  { mark: ".", thousands: "'" },
  { mark: ".", thousands: "" },
  { mark: ",", thousands: "." },
  { mark: ",", thousands: "\u00a0" },
  { mark: ",", thousands: "" },
] as const;

/** An independent writer: digits of a whole part, grouped from the right, then the decimals. */
function written(whole: string, fraction: string, { mark, thousands }: (typeof WRITINGS)[number]): string {
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return groups.join(thousands) + (fraction === "" ? "" : mark + fraction);
}

test("a column with one clear number is read back as it was, however a country writes it", () => {
  const digits = (maxLength: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${maxLength}}$`));
  const number = fc.tuple(fc.integer({ min: 0, max: 99_999_999 }), digits(9));
  fc.assert(
    fc.property(fc.constantFrom(...WRITINGS), fc.array(number, { minLength: 1, maxLength: 20 }), (writing, numbers) => {
      const clear = written("12", "25", writing);
      const cells = numbers.map(([whole, fraction]) => written(String(whole), fraction, writing));
      expect(fileMark([[clear, ...cells]])).toBe(writing.mark);
      expect(cells.map((cell) => numberWith(cell, writing.mark))).toEqual(
        numbers.map(([whole, fraction]) => decimal(`${whole}.${fraction}`)),
      );
    }),
  );
});

test("sums and order are those of whole numbers", () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const ofCents = (value: number) =>
    decimal(
      `${value < 0 ? "-" : ""}${Math.trunc(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, "0")}`,
    );
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      expect(sum(ofCents(a), ofCents(b))).toBe(ofCents(a + b));
      expect(Math.sign(compare(ofCents(a), ofCents(b)))).toBe(Math.sign(a - b));
      expect(decimalIn(ofCents(a))).toBe(ofCents(a));
    }),
  );
});
