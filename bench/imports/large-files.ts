import { csvFile } from "../../web/test/file-writers/csv-file.ts";
import { encode } from "../../web/test/file-writers/encode.ts";
import { momentText } from "../../web/test/file-writers/moment-text.ts";
import { type Cell, xlsxFile } from "../../web/test/file-writers/xlsx-file.ts";

/** The most that a file may have. */
const BYTES_MAX = 20 * 1024 * 1024;
const FROM = Date.UTC(2021, 0, 4);
const MINUTE_MS = 60_000;

type Trade = {
  id: string;
  symbol: string;
  side: string;
  lots: string;
  opened: number;
  closed: number;
  numbers: string[];
};

/** The same trades each time: prices and results that go round, a trade every nineteen minutes. */
function trades(count: number): Trade[] {
  return Array.from({ length: count }, (_, i) => {
    const cents = (n: number) => (n / 100).toFixed(2);
    const entry = 390_000 + ((i * 7_919) % 20_000);
    const exit = entry + ((i * 104_729) % 1_500) - 700;
    return {
      id: String(71_400_001 + i),
      symbol: i % 3 === 0 ? "XAUUSDm" : "US500",
      side: i % 2 === 0 ? "Buy" : "Sell",
      lots: cents(1 + (i % 300)),
      opened: FROM + i * 19 * MINUTE_MS,
      closed: FROM + (i * 19 + 400) * MINUTE_MS,
      numbers: [cents(entry), cents(exit), "-0.70", cents(-(i % 400)), cents(((i * 31) % 20_000) - 9_000)],
    };
  });
}

const OWN_HEAD = "ticket,symbol,direction,lots,open time,entry price,close time,exit price,commission,swap,profit";
const MT5_HEAD = "Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit";
const ACCOUNT = "40712345 (USD, Example-MT5Real, real, Hedge)";
const OWN_MOMENT = "YYYY-MM-DD hh:mm:ss";
const MT5_MOMENT = "YYYY.MM.DD hh:mm:ss";

function mt5Cells({ id, symbol, side, lots, opened, closed, numbers }: Trade): string[] {
  const [entry = "", exit = "", ...rest] = numbers;
  return [
    ...[
      momentText(opened, MT5_MOMENT),
      id,
      symbol,
      side.toLowerCase(),
      lots,
      entry,
      "",
      "",
      momentText(closed, MT5_MOMENT),
    ],
    ...[exit, ...rest],
  ];
}

function mt5Page(count: number, encoding: "utf-8" | "utf-16le"): Written {
  const line = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>\n`;
  const head = `<!DOCTYPE html><html><body><table>${line(["Account:", ACCOUNT])}${line(["Positions"])}${line(MT5_HEAD.split(","))}`;
  const lines = trades(count).map((trade) => line(mt5Cells(trade)));
  const unit = encoding === "utf-16le" ? 2 : 1;
  let size = (head.length + 200) * unit;
  const fitting = lines.findIndex((text) => {
    size += text.length * unit;
    return size > BYTES_MAX;
  });
  const rows = fitting < 0 ? lines.length : fitting;
  return {
    bytes: encode(`${head}${lines.slice(0, rows).join("")}${line(["Orders"])}</table></body></html>`, encoding),
    rows,
  };
}

type Written = { bytes: Uint8Array; rows: number };

function mt5Sheet(count: number): Written {
  const cell = (text: string): Cell => (/^-?\d+\.\d\d$/.test(text) ? { number: text } : text);
  const rows = trades(count).map((trade) => mt5Cells(trade).map(cell));
  const sheet = [["Account:", "", "", ACCOUNT], ["Positions"], MT5_HEAD.split(","), ...rows, ["Orders"]];
  return { bytes: xlsxFile([sheet], { sharesTexts: true }), rows: count };
}

function ownCsv(count: number): Written {
  const rows = trades(count).map(
    ({ id, symbol, side, lots, opened, closed, numbers: [entry = "", exit = "", ...rest] }) => [
      ...[id, symbol, side, lots, momentText(opened, OWN_MOMENT), entry, momentText(closed, OWN_MOMENT), exit, ...rest],
    ],
  );
  return { bytes: csvFile([OWN_HEAD.split(","), ...rows]), rows: count };
}

/** Files of so many trades, and fewer where more are above the limit of bytes. */
export const FILES = {
  "own.csv": ownCsv,
  "mt5-utf8.html": (count: number) => mt5Page(count, "utf-8"),
  "mt5-utf16.html": (count: number) => mt5Page(count, "utf-16le"),
  "mt5.xlsx": mt5Sheet,
} as const;
export type FileName = keyof typeof FILES;
