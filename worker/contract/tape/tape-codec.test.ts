import { expect, test } from "bun:test";
import { naiveLines } from "../../../dev/test/naive-tape.ts";
import { randomTape } from "../../../dev/test/random-tape.ts";
import { fc } from "../../../web/test/property.ts";
import { decodeRecords, encodeRecords } from "./tape-codec.ts";
import { recordLine, TapeFormatError, type TapeRecord } from "./tape-record.ts";

test("any records survive the encoding, and a second implementation reads the same lines", () => {
  fc.assert(
    fc.property(randomTape(), (segments) => {
      const records = segments.flat();
      const bytes = encodeRecords(records);
      expect(decodeRecords(bytes)).toEqual(records);
      expect(naiveLines(bytes)).toEqual(records.map(recordLine));
    }),
  );
});

test("no records are three bytes", () => {
  const bytes = encodeRecords([]);
  expect([...bytes]).toEqual([1, 0, 0]);
  expect(decodeRecords(bytes)).toEqual([]);
});

/** The result of reading bytes: the lines, or that they were refused. Any other error fails the test. */
function readingOf(bytes: Uint8Array): string[] | "refused" {
  try {
    return decodeRecords(bytes).map(recordLine);
  } catch (error) {
    if (error instanceof TapeFormatError) return "refused";
    throw error;
  }
}

test("a flipped bit anywhere is refused or gives other records", () => {
  fc.assert(
    fc.property(randomTape({ segmentsMax: 1, recordsMax: 8 }), ([records = []]) => {
      const bytes = encodeRecords(records);
      const lines = records.map(recordLine);
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const flipped = Uint8Array.from(bytes);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(readingOf(flipped)).not.toEqual(lines);
      }
    }),
    { numRuns: 50 },
  );
});

test("a part of the bytes, or bytes with others behind them, is refused", () => {
  fc.assert(
    fc.property(
      randomTape({ segmentsMax: 1, recordsMax: 8 }),
      fc.uint8Array({ minLength: 1 }),
      ([records = []], more) => {
        const bytes = encodeRecords(records);
        for (let length = 0; length < bytes.length; length++) {
          expect(readingOf(bytes.subarray(0, length))).toBe("refused");
        }
        expect(readingOf(Uint8Array.from([...bytes, ...more]))).toBe("refused");
      },
    ),
  );
});

test("any bytes are refused, or are the encoding of what is read", () => {
  const nearlyValid = fc.uint8Array({ maxLength: 60 }).map((bytes) => Uint8Array.from([1, 1, 5, ...bytes]));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), nearlyValid), (bytes) => {
      if (readingOf(bytes) !== "refused") expect(encodeRecords(decodeRecords(bytes))).toEqual(bytes);
    }),
    { numRuns: 2_000 },
  );
});

test("records that do not follow each other are not encoded", () => {
  const base = { type: "gap", symbols: ["US500"], fromMs: 1_000, reason: "idle" } satisfies Partial<TapeRecord>;
  const first: TapeRecord = { ...base, symbols: ["US500"], seq: 7, heardAt: 2_000 };
  expect(() => encodeRecords([first, { ...first, seq: 8 }])).not.toThrow();
  expect(() => encodeRecords([first, { ...first, seq: 9 }])).toThrow(TapeFormatError);
  expect(() => encodeRecords([first, first])).toThrow(TapeFormatError);
  expect(() => encodeRecords([first, { ...first, seq: 8, heardAt: 1_999 }])).toThrow(TapeFormatError);
  expect(() => encodeRecords([{ ...first, fromMs: 3_000 }])).toThrow(TapeFormatError);
});
