import { describe, expect, test } from "bun:test";
import { deflateRawSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { UnreadableFile } from "../../worker/contract/files/row.ts";
import { csvFile } from "../test/file-writers/csv-file.ts";
import { xlsxFile } from "../test/file-writers/xlsx-file.ts";
import { readFile } from "./read-file.ts";

const MIB = 1024 * 1024;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The code of a refusal, or what was understood of the lines. */
function outcomeOf(bytes: Uint8Array): string | { trades: number; faults: string[] } {
  try {
    const { trades, faults } = readFile(bytes);
    return { trades: trades.length, faults: faults.map(({ line, column, fault }) => `${line} ${column}: ${fault}`) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return error.fault.code;
  }
}

const HEAD = "ticket,symbol,direction,lots,open time,entry price,close time,exit price,profit".split(",");
const ROW = ["A-1", "US500", "Buy", "1", "2026-09-14 08:00:00", "6702.4", "2026-09-14 09:00:00", "6712.4", "10"];
const withCell = (name: string, cell: string) => ROW.with(HEAD.indexOf(name), cell);

/**
 * A spreadsheet of five sheets that share one packed file, a thousand times what it is packed.
 * @param said the size of each in the directory of the zip
 */
function bomb(size: number, said = size): Uint8Array {
  const packed = deflateRawSync(Buffer.alloc(size, 0x20));
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  for (let i = 1; i <= 5; i += 1) {
    const name = Buffer.from(`xl/worksheets/sheet${i}.xml`);
    const at = Buffer.concat(parts).length;
    // The fields that both headers have: version, flags, method, time, sum, packed size, size, length of the name.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(said, 18);
    common.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    parts.push(Buffer.from("PK\u0003\u0004"), common, name, packed);
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), common, tail, name);
  }
  const [files, list] = [Buffer.concat(parts), Buffer.concat(directory)];
  const end = Buffer.alloc(18);
  end.writeUInt16LE(5, 4);
  end.writeUInt16LE(5, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(files.length, 12);
  return new Uint8Array(Buffer.concat([files, list, Buffer.from("PK\u0005\u0006"), end]));
}

function sheetOf(cells: string, more: Record<string, string> = {}): Uint8Array {
  const sheet = `<worksheet><sheetData>${cells}</sheetData></worksheet>`;
  const files = { "xl/worksheets/sheet1.xml": sheet, ...more };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

const LAUGHS = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>`;

describe("a hostile file is refused by what it is", () => {
  test.each<[string, () => Uint8Array, string]>([
    ["a zip bomb", () => bomb(64 * MIB), "unpacked_too_large"],
    ["a zip bomb that says a small size", () => bomb(64 * MIB, 1), "unpacked_too_large"],
    [
      "a billion laughs in a Flex query",
      () => bytesOf(`${LAUGHS}<FlexQueryResponse>&c;</FlexQueryResponse>`),
      "entities",
    ],
    ["a billion laughs in a report", () => bytesOf(`<html>${LAUGHS}<table></table></html>`), "entities"],
    ["a billion laughs in a spreadsheet", () => sheetOf("", { "xl/workbook.xml": `${LAUGHS}<workbook/>` }), "entities"],
    ["ten million columns of commas", () => bytesOf(`${",".repeat(10_000_000)}x\n`), "too_many_columns"],
    ["ten million columns in quotes", () => bytesOf(`${'"",'.repeat(5_000_000)}x\n`), "too_many_columns"],
    [
      "a cell at the last column of a sheet",
      () => sheetOf('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
      "too_many_columns",
    ],
    [
      "a million cells in a row of a sheet",
      () => sheetOf(`<row>${"<c/>".repeat(1_000_000)}</row>`),
      "too_many_columns",
    ],
    [
      "a million cells in a row of a page",
      () => bytesOf(`<html><table><tr>${"<td>".repeat(1_000_000)}`),
      "too_many_columns",
    ],
    ["cells as wide as a page", () => bytesOf(`<html><tr>${'<td colspan="999999999">'.repeat(9)}`), "too_many_columns"],
    ["a million rows", () => bytesOf("a\n".repeat(1_000_000)), "too_many_rows"],
    ["a long text that each cell refers to", () => sheetOfOneText(MIB, 400), "unpacked_too_large"],
    ["macros", () => sheetOf("", { "xl/vbaProject.bin": "x" }), "macros"],
    ["more than twenty MiB", () => new Uint8Array(20 * MIB + 1), "too_large"],
  ])("%s", (_, bytes, code) => {
    expect(outcomeOf(bytes())).toBe(code);
  });
});

function sheetOfOneText(length: number, cells: number): Uint8Array {
  const row = '<row><c t="s"><v>0</v></c></row>';
  return sheetOf(row.repeat(cells), { "xl/sharedStrings.xml": `<sst><si><t>${"x".repeat(length)}</t></si></sst>` });
}

describe("a hostile cell is a fault of its line", () => {
  test.each<[string, string, string, string]>([
    ["markup as a symbol", "symbol", "<img src=x onerror=alert(1)>", "2 symbol: characters"],
    ["a formula as a symbol", "symbol", '=HYPERLINK("https://example.com")', "2 symbol: characters"],
    ["a command as a ticket", "ticket", "@SUM(1+1)*cmd|' /C calc'!A0", "2 ticket: characters"],
    ["a formula as a number", "profit", "=1+1", "2 profit: not_number"],
    ["a symbol without an end", "symbol", "A".repeat(MIB), "2 symbol: characters"],
    ["a number without an end", "profit", "9".repeat(MIB), "2 profit: not_number"],
    ["a sign far from its number", "profit", `-${" \u2003".repeat(MIB)}x`, "2 profit: not_number"],
    ["a time without an end", "close time", "2026-09-14 ".padEnd(MIB, "1"), "2 close time: not_time"],
  ])("%s", (_, name, cell, fault) => {
    expect(outcomeOf(csvFile([HEAD, withCell(name, cell)]))).toEqual({ trades: 0, faults: [fault] });
  });

  test("in attributes, whose spaces are kept", () => {
    const trade = `symbol="A" tradeID="1" multiplier="1" currency="USD" dateTime="20260902;093004" tradePrice="1" buySell="BUY"`;
    const file = `<FlexQueryResponse><Trade ${trade} quantity="-${" ".repeat(MIB)}x" /></FlexQueryResponse>`;
    expect(outcomeOf(bytesOf(file))).toEqual({ trades: 0, faults: ["1 quantity: not_number"] });
  });
});

test("a formula of a spreadsheet is never computed: the result that is stored counts, and without one the cell is empty", () => {
  const stored = (formula: string) =>
    sheetOf(
      [HEAD, ROW]
        .map((row) => {
          const cells = row.map((text, at) => {
            const isProfit = text === "10" && at === 8;
            return isProfit ? formula : `<c t="inlineStr"><is><t>${text}</t></is></c>`;
          });
          return `<row>${cells.join("")}</row>`;
        })
        .join(""),
    );
  expect(outcomeOf(stored("<c><f>5+5</f><v>10</v></c>"))).toEqual({ trades: 1, faults: [] });
  expect(outcomeOf(stored("<c><f>WEBSERVICE(1)</f></c>"))).toEqual({ trades: 0, faults: ["2 profit: missing"] });
});

test("twenty MiB of one-letter cells end", () => {
  const row = `${"1,".repeat(399)}1\n`;
  expect(outcomeOf(bytesOf(row.repeat(25_000)))).toBe("unknown_format");
}, 30_000);

test("an ordinary spreadsheet is none of these", () => {
  const cells = (row: readonly string[]) => row.map((text) => (/^[\d.]+$/.test(text) ? { number: text } : text));
  expect(outcomeOf(xlsxFile([[HEAD, cells(ROW)]]))).toEqual({ trades: 1, faults: [] });
});
