import { describe, expect, test } from "bun:test";
import { zipSync } from "fflate";
import { goldenCsv, goldenHtml, goldenXlsx } from "../../test/golden-reports.ts";
import { RefusedFile } from "./ledger-trades.ts";
import { readLedgerTrades } from "./use-file-import.ts";

/** The faults of a file as they are shown: `line, column: message`. */
async function faultsIn(file: Blob, timeZone = "Europe/Athens"): Promise<string[]> {
  try {
    const { faults } = await readLedgerTrades(file, { timeZone, nowMs: Date.UTC(2026, 3, 3) });
    return faults.map(({ line, column, message }) => `${line}, ${column}: ${message}`);
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return [`${error.line}: ${error.message}`];
  }
}

const head =
  "Ticket;Symbol;Direction;Lots;Open time;Entry price;Stop price;Close time;Exit price;Commission;Swap;Profit";
const firstRow = /50900101;[^\r]*/;

describe("a broken CSV file", () => {
  test.each<[string, () => Blob | Promise<Blob>, string]>([
    ["is empty", () => new Blob([""]), "null: The file is empty."],
    ["has line ends only", () => new Blob(["\r\n\r\n"]), "null: The file is empty."],
    ["has a header only", () => new Blob([head]), "null: There is no closed trade in this file."],
    [
      "lacks a column",
      () => goldenCsv([head, head.replace("Exit price", "Exit")]),
      "1: The column “exit price” is missing.",
    ],
    [
      "lacks the result",
      () => new Blob(["ticket,symbol,direction,lots,open time,entry price,close time,exit price\n"]),
      "1: The column “profit” is missing.",
    ],
    [
      "has a column twice",
      () => goldenCsv([head, head.replace("Swap", "Profit")]),
      "1: The column “profit” appears twice.",
    ],
    [
      "has no header",
      () => goldenCsv([`${head}\r\n`, ""]),
      "null: This is neither a report of MetaTrader 4 or 5 nor a table with the columns of the guide.",
    ],
    [
      "has a line that is short of a cell",
      () => goldenCsv([";116.50", ""]),
      "2, : This line has fewer cells than the first one",
    ],
    [
      "has a line of another form",
      () => goldenCsv([firstRow, "1;2"]),
      "2, : This line has fewer cells than the first one",
    ],
    [
      "has a quote that does not end",
      () => goldenCsv(["50900110", '"50900110']),
      "5: A quote that begins in this row does not end.",
    ],
    [
      "has a quote inside of a cell",
      () => goldenCsv(["US500;Buy", 'US"500;Buy']),
      "4: There is a quote inside a cell that does not begin and end with one.",
    ],
    [
      "continues after a quote",
      () => goldenCsv(["US500;Buy", '"US500"x;Buy']),
      "4: There is a quote inside a cell that does not begin and end with one.",
    ],
    [
      "is in an unknown encoding",
      () => new Blob([new Uint8Array([0x74, 0xe9, 0x0a, 0xff])]),
      "null: This is neither a report of MetaTrader 4 or 5",
    ],
    ["has no ticket", () => goldenCsv(["50900110", ""]), "5, Ticket: is missing"],
    [
      "has a ticket that is a formula",
      () => goldenCsv(["50900110", "=1+1"]),
      "5, Ticket: “=1+1” has characters that are not allowed",
    ],
    ["has a ticket twice", () => goldenCsv(["50900110", "50900101"]), "5, Ticket: 50900101 is in an earlier line too"],
    ["has no symbol", () => goldenCsv(["USTECm", " "]), "5, Symbol: is missing"],
    [
      "has an unknown direction",
      () => goldenCsv(["USTECm;Sell", "USTECm;Hold"]),
      "5, Direction: “Hold” is neither buy nor sell",
    ],
    ["has a size of zero", () => goldenCsv(["Sell;0.20", "Sell;0"]), "5, Lots: 0 is not a valid trade size"],
    [
      "has a size below a millionth",
      () => goldenCsv(["Sell;0.20", "Sell;0.2000001"]),
      "5, lots: 0.2000001 has more than six decimals",
    ],
    [
      "has a decimal comma",
      () => goldenCsv(["Sell;0.20", "Sell;0,20"]),
      "5, Lots: “0,20” is not a number in the form of this file",
    ],
    [
      "has a price below zero",
      () => goldenCsv(["24 990.00", "-24 990.00"]),
      "5, Entry price: -24 990.00 is not a valid price",
    ],
    [
      "has a price of letters",
      () => goldenCsv(["24,990.00", "n/a"]),
      "5, Exit price: “n/a” is not a number in the form of this file",
    ],
    [
      "has thousands in the wrong place",
      () => goldenCsv(["24 990.00", "249 90.00"]),
      "5, Entry price: “249 90.00” is not a number in the form of this file",
    ],
    [
      "has a stop that is not a valid price",
      () => goldenCsv(["25 050.00", "none"]),
      "5, Stop price: “none” is not a number in the form of this file",
    ],
    ["has an empty result", () => goldenCsv([";116.50", ";"]), "2, Profit: is missing"],
    [
      "has a result in parts of cents",
      () => goldenCsv([";116.50", ";116.505"]),
      "2, profit: 116.505 has more than two decimals",
    ],
    [
      "has a result whose point may be one of thousands",
      () => goldenCsv([";116.50", ";1.500"]),
      "2, Profit: 1.500 has more than two decimals",
    ],
    [
      "has points between thousands",
      () => goldenCsv(["24 990.00", "24.990,00"]),
      "5, Entry price: “24.990,00” is not a number in the form of this file",
    ],
    [
      "has a result above the limit",
      () => goldenCsv([";116.50", ";100000001"]),
      "2, profit: 100000001 is not a valid trade result",
    ],
    [
      "has a swap of letters",
      () => goldenCsv(["-1.10;-2.50", "-1.10;x"]),
      "3, Swap: “x” is not a number in the form of this file",
    ],
    [
      "has an American date",
      () => goldenCsv(["2026.03.02 09:10:00", "03/02/2026 09:10"]),
      "5: “03/02/2026 09:10” may begin with its day or its month, and no other date of the file says which.",
    ],
    [
      "has a day that does not exist",
      () => goldenCsv(["2026.03.02 09:10:00", "2026.02.29 09:10:00"]),
      "5, Open time: “2026.02.29 09:10:00” is not a time such as",
    ],
    [
      "closes before it opens",
      () => goldenCsv(["2026-03-02 14:00:00", "2026-03-02 09:09:59"]),
      "5, close time: 2026-03-02 09:09:59 is before the opening time",
    ],
    [
      "closes in the future",
      () => goldenCsv(["2026-04-02 19:20:21", "2026-04-03 03:00:01"]),
      "11, close time: 2026-04-03 03:00:01 is in the future. Is the time zone correct?",
    ],
    [
      "is of another century",
      () => goldenCsv(["2026.02.27 10:15:30", "1999.12.31 10:15:30"]),
      "2, open time: 1999-12-31 10:15:30 is before the year 2000",
    ],
    [
      "has an hour that the clock skipped",
      () => goldenCsv(["2026.03.27 22:50:00", "2026.03.29 03:30:00"]),
      "8, open time: 2026-03-29 03:30:00 was skipped in the stated time zone",
    ],
  ])("%s", async (_, file, expected) => {
    const faults = await faultsIn(await file());
    expect(faults).toHaveLength(1);
    expect(faults[0]).toStartWith(expected);
  });

  test("lists every fault, in the order of the lines", async () => {
    const file = await goldenCsv(
      ["50900141", "50900131"],
      ["US500;Buy;1.00", "US500;;x"],
      ["BTCUSDm;Sell", "BTCUSDm;?"],
    );
    expect(await faultsIn(file)).toEqual([
      "3, Direction: “?” is neither buy nor sell",
      "4, Direction: is missing",
      "4, Lots: “x” is not a number in the form of this file",
      "11, Ticket: 50900131 is in an earlier line too",
    ]);
  });

  test("has more trades than a file may have", async () => {
    const row = ";US500;Buy;1;2026.03.02 10:00:00;1;;2026.03.02 10:00:00;1;;;1";
    const rows = Array.from({ length: 50_001 }, (_, i) => `${i + 1}${row}`);
    expect(await faultsIn(new Blob([[head, ...rows].join("\n")]))).toEqual([
      "50002: A file may hold 50,000 trades. Split this one by period.",
    ]);
  });
});

describe("a broken report", () => {
  test.each<[string, () => Blob | Promise<Blob>, string]>([
    [
      "is a page of something else",
      () => new Blob(["<!DOCTYPE html>\n<p>Hello"]),
      "null: This is neither a report of MetaTrader 4 or 5",
    ],
    [
      "was cut off among its positions",
      async () => (await goldenHtml()).slice(0, 16_000),
      "187: The report ends in the middle of its trades. Is the file complete?",
    ],
    [
      "has columns in another order",
      () => goldenHtml(["<b>Commission</b>", "<b>Swap</b>"]),
      "null: This is neither a report of MetaTrader 4 or 5",
    ],
    [
      "is of an account in euros",
      () => goldenHtml(["(USD,", "(EUR,"]),
      "null: The currency is “EUR”. Only an account in USD can be imported.",
    ],
    [
      "has a row that is short of cells",
      () => goldenHtml(['            <td colspan="2">116.50</td>\r\n', ""]),
      "75, Profit: is missing",
    ],
    [
      "has a pending order among its positions",
      () => goldenHtml(["<td>buy</td>", "<td>buy limit</td>"]),
      "75, Type: “buy limit” is neither buy nor sell",
    ],
    [
      "has a price of letters",
      () => goldenHtml(["5 170.255", "5 170,255"]),
      "75, Price: “5 170,255” is not a number in the form of this file",
    ],
    [
      "has no positions",
      () => goldenHtml([/<tr bgcolor="#F{6}" align="right">[\s\S]*?(?=<tr align="right">)/, ""]),
      "null: There is no closed trade in this file.",
    ],
    [
      "is XML",
      () => new Blob(['<?xml version="1.0"?><Workbook/>']),
      "null: This is neither a report of MetaTrader 4 or 5",
    ],
    [
      "is an old spreadsheet",
      () => new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])]),
      "null: This is an old Excel file.",
    ],
    [
      "is a zip of something else",
      () => new Blob([new Uint8Array(zipSync({ "a.txt": new Uint8Array([65]) }))]),
      "null: The file has no table.",
    ],
    [
      "is half a zip",
      async () => (await goldenXlsx("sheet1", ["116.5", "116.6"])).slice(0, 2_500),
      "null: The file is damaged.",
    ],
    ["is damaged inside", () => goldenXlsx("sheet1", ["</c>", ""]), ": The file is damaged."],
    [
      "refers to a text that is not there",
      () => goldenXlsx("sheet1", [/(<c r="C9"[^>]*><v>)\d+/, "$1999"]),
      "9, Symbol: is missing",
    ],
    [
      "has text for a price",
      () => goldenXlsx("sheet1", [/<c r="F9" s="1">/, '<c r="F9" t="str">'], ["5170.255", "market"]),
      "9, Price: “market” is not a number in the form of this file",
    ],
  ])("%s", async (_, file, expected) => {
    const faults = await faultsIn(await file());
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(expected);
  });
});
