import { expect, test } from "bun:test";
import { csvFile, csvHead, csvLine } from "./csv.ts";

test.each([
  ["plain", "plain"],
  ['a "b", c', '"a ""b"", c"'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["+855 12 345 678", "'+855 12 345 678"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["  =1+1", "'  =1+1"],
  ["＝1+1", "'＝1+1"],
  ["\t=1", "'\t'=1"],
  ["\r=1", "\"'\r'=1\""],
  ["-12.50", "-12.50"],
  ["-12.50 USD", "'-12.50 USD"],
  ["0.50", "0.50"],
  ["123456789012345", "123456789012345"],
  // A price of any precision is a number, as long as a spreadsheet keeps all of its digits.
  ["67120.12345", "67120.12345"],
  ["-0.00001234", "-0.00001234"],
  ["0.000000000000001234", "0.000000000000001234"],
  ["1.23456789012345", "1.23456789012345"],
  ["1.234567890123456", "'1.234567890123456"],
  [0.00001234, "0.00001234"],
  ["1.5+1", "1.5+1"],
  ["-1.123456+1", "'-1.123456+1"],
  // A spreadsheet would drop the leading zeros or keep 15 digits, which changes the account number.
  ["000123456", "'000123456"],
  ["1234567890123456", "'1234567890123456"],
  ["000 123 456", "000 123 456"],
  // When `;` separates the columns, a spreadsheet ends the cell at each `;`, and at a line break even inside quotes.
  ["paid;=1+1", "paid;'=1+1"],
  ["a; +1;@b;-2", "a;' +1;'@b;'-2"],
  ["a;＝1", "a;'＝1"],
  [';"=1+1', '";\'""=1+1"'],
  ["a;\t=1", "a;\t'=1"],
  ["two\n=1+1", '"two\n\'=1+1"'],
  ["two\r\n=1", '"two\r\n\'=1"'],
  ["=1;=2", "'=1;'=2"],
  ["a; b; c-d", "a; b; c-d"],
  [-3, "-3"],
  [null, ""],
])("the field %p is written as %p", (field, expected) => {
  expect(csvLine([field, "x"])).toBe(`${expected},x\r\n`);
});

test("a file begins with the mark by which spreadsheets read it as UTF-8", async () => {
  const file = await csvFile<string, null>([["ឈ្មោះ", (row) => row]], async () => ({ rows: ["ចាន់ ដារ៉ា"], next: null }));
  const bytes = new Uint8Array(await new Response(file).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe("ឈ្មោះ\r\nចាន់ ដារ៉ា\r\n");
  expect(csvHead(["A", "=B"])).toBe("\uFEFFA,'=B\r\n");
});

test.each([
  ["Asia/Phnom_Penh", "2026-11-28T16:59:59.999Z", "2026-11-28 23:59:59"],
  ["Asia/Phnom_Penh", "2026-11-28T17:00:00.000Z", "2026-11-29 00:00:00"],
  ["America/New_York", "2026-11-01T05:30:00.000Z", "2026-11-01 01:30:00 UTC−4"],
  ["America/New_York", "2026-11-01T06:30:00.000Z", "2026-11-01 01:30:00 UTC−5"],
  ["Asia/Phnom_Penh", null, ""],
])("a time on the clocks of %s: %p is %p", async (timeZone, instant, shown) => {
  const readPage = async () => ({ rows: [instant], next: null });
  const file = await csvFile<string | null, null>([["Paid", (row) => row, "time"]], readPage, timeZone);
  expect(await new Response(file).text()).toBe(`Paid (${timeZone})\r\n${shown}\r\n`);
});

test("pages follow each other, and each row appears once", async () => {
  const asked: (number | null)[] = [];
  const file = await csvFile<number, number>([["Number", (row) => row]], async (after) => {
    asked.push(after);
    const from = after ?? 0;
    return { rows: [from, from + 1], next: from < 4 ? from + 2 : null };
  });
  expect(await new Response(file).text()).toBe("Number\r\n0\r\n1\r\n2\r\n3\r\n4\r\n5\r\n");
  expect(asked).toEqual([null, 2, 4]);
});

test("an error on the first page is thrown, an error on a later page aborts the stream", async () => {
  const fails = (at: number | null) => (after: number | null) =>
    after === at ? Promise.reject(new Error("gone")) : Promise.resolve({ rows: [1], next: 1 });
  await expect(csvFile<number, number>([], fails(null))).rejects.toThrow("gone");
  const file = await csvFile<number, number>([], fails(1));
  await expect(new Response(file).text()).rejects.toThrow("gone");
});
