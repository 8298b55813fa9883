import { fc } from "../property.ts";
import { type CsvStyle, csvFile } from "./csv-file.ts";
import { type Exact, type NumberStyle, numberText } from "./exact.ts";
import { momentText, serialText } from "./moment-text.ts";
import type { WrittenTrade } from "./written-trades.ts";
import { type Cell, type XlsxStyle, xlsxFile } from "./xlsx-file.ts";

/** Programs that save a table: the separator, the mark of decimals, and how they write a time. */
export type TableStyle = {
  csv: Partial<CsvStyle>;
  numbers: NumberStyle;
  moments: string;
  xlsx: Partial<XlsxStyle> | null;
  /** Places of the columns, of which the first is that of the first column. */
  order: number;
  hasMore: boolean;
};

const point = fc.constantFrom<NumberStyle>(
  ...[{}, { thousands: "," }, { thousands: " " }, { thousands: "'" }, { minus: "−" }, { minus: "- " }],
);
const comma = fc.constantFrom<NumberStyle>(
  ...[
    { mark: "," },
    { mark: ",", thousands: "." },
    { mark: ",", thousands: "\u00a0" },
    { mark: ",", thousands: "\u202f" },
  ],
);
const MOMENTS = [
  ...["YYYY-MM-DD hh:mm:ss", "YYYY.MM.DD hh:mm:ss", "YYYY/MM/DD hh:mm", "YYYY-MM-DDThh:mm:ss.fff", "YYYYMMDD;hhmmss"],
  ...["DD/MM/YYYY hh:mm:ss", "D.M.YYYY hh:mm", "MM/DD/YYYY h12:mm:ss ap", "M/D/YY hh:mm", "DD-MM-YYYY hh:mm"],
];

/** @param encodings those that the texts of a file have all letters of */
export function tableStyles(encodings: readonly CsvStyle["encoding"][]): fc.Arbitrary<TableStyle> {
  const csv = fc.record({
    separator: fc.constantFrom(",", ";", "\t"),
    lineEnd: fc.constantFrom("\n", "\r\n"),
    encoding: fc.constantFrom(...encodings),
    quotesAll: fc.boolean(),
    saysSeparator: fc.boolean(),
  });
  const xlsx = fc.record({
    sharesTexts: fc.boolean(),
    prefix: fc.constantFrom("" as const, "x:" as const),
    hasPlaces: fc.boolean(),
    writesDoubles: fc.boolean(),
  });
  return fc.record({
    csv,
    numbers: fc.oneof(point, comma),
    moments: fc.constantFrom(...MOMENTS),
    xlsx: fc.option(xlsx, { freq: 3 }),
    order: fc.nat({ max: 10 }),
    hasMore: fc.boolean(),
  });
}

/** A value of a table before it has a form: a text, a number, or a moment. */
export type Value = string | Exact | { atMs: number } | null;

/** A table in the form of a program, with its columns turned round. */
export function tableFile(rows: readonly (readonly Value[])[], style: TableStyle): Uint8Array {
  const turned = rows.map((row) => row.map((_, at) => row[(at + style.order) % row.length] ?? null));
  if (style.xlsx) return xlsxFile([turned.map((row) => row.map(sheetCell))], style.xlsx);
  const text = (value: Value) => {
    if (value === null || typeof value === "string") return value ?? "";
    return "atMs" in value ? momentText(value.atMs, style.moments) : numberText(value, style.numbers);
  };
  return csvFile(
    turned.map((row) => row.map(text)),
    style.csv,
  );
}

function sheetCell(value: Value): Cell {
  if (value === null || typeof value === "string") return value ?? "";
  return { number: "atMs" in value ? serialText(value.atMs) : numberText(value, {}) };
}

/** Names as people write them: with spaces, dashes or underscores, and in capitals. */
const NAMES: readonly (readonly [string, (trade: WrittenTrade) => Value])[] = [
  ["ticket", ({ id }) => id],
  ["Symbol", ({ symbol }) => symbol],
  ["DIRECTION", ({ side }) => side],
  ["lots", ({ quantity }) => quantity],
  ["open_time", ({ opened }) => ({ atMs: opened })],
  ["entry price", ({ entry }) => entry],
  ["Stop-Price", ({ stop }) => stop],
  ["close time", ({ closed }) => ({ atMs: closed })],
  ["exit price", ({ exit }) => exit],
  ["profit", ({ profit }) => profit],
  ["commission", ({ fee }) => fee],
  ["swap", ({ swap }) => swap],
];

export function ownCsvFile(trades: readonly WrittenTrade[], style: TableStyle): Uint8Array {
  const more: readonly (readonly [string, (trade: WrittenTrade) => Value])[] = [["comment", () => 'news, "CPI"\nlate']];
  const columns = style.hasMore ? [...NAMES, ...more] : NAMES;
  const head = columns.map(([name]) => name);
  return tableFile([head, ...trades.map((trade) => columns.map(([, value]) => value(trade)))], style);
}
