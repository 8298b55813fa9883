import { type Decimal, decimal, negative, product, sum, ZERO } from "../../../worker/contract/broker/decimal.ts";
import { inTimeOrder, pairFills } from "../../../worker/contract/broker/pair-fills.ts";
import { writtenNumber } from "../../../worker/contract/files/number-marks.ts";
import { type Row, UnreadableFile } from "../../../worker/contract/files/row.ts";
import { readTime } from "../../../worker/contract/files/time-forms.ts";
import { type CellReader, type Column, cellReader } from "../statement/cells.ts";
import type { MappedField, Mapping } from "../statement/mapping.ts";
import { contentIds, emptyStatement, onceEach, whole } from "../statement/read-rows.ts";
import type {
  Answers,
  ClosedTrade,
  Fill,
  LeftOut,
  LineFault,
  Question,
  Source,
  Statement,
} from "../statement/statement.ts";
import { sideNamed } from "./head-names.ts";
import { fitsTable, missingFields } from "./mapped-fields.ts";
import { unmappedTable } from "./propose-mapping.ts";
import { type SourceTable, tableOf } from "./source-table.ts";
import { UnmappedFile } from "./unmapped-file.ts";

const NUMBERS = ["quantity", "price", "entryPrice", "exitPrice", "stopPrice", "profit", "fee", "swap"] as const;
const TIMES = ["time", "opened", "closed"] as const;
const CLOCK_ALONE = /^\d{1,2}:\d{2}/;
const ONE = decimal("1");

export type MappedAnswers = Answers & { mapping: Mapping };

/** A line of a table as it is read. @property read null where it has a fault, or is no trade */
export type PreviewLine = { line: number; cells: string[]; read: ClosedTrade | Fill | null; faults: LineFault[] };

/** @property questions those that the whole table leaves open, and those of the shown lines */
export type MappingPreview = { lines: PreviewLine[]; questions: Question[] };

/**
 * Reads a table by a mapping.
 * @throws UnmappedFile for a table with other heads than those of the mapping, or a mapping without a needed column
 */
export function readMapped(source: Source, answers: MappedAnswers): Statement {
  const { rows, columns, leftOut, cells, isUtc, ...reader } = mappedReader(source, answers);
  const statement = {
    ...emptyStatement({ format: "mapped", platform: source.kind === "sheet" ? "XLSX" : "CSV" }),
    currency: reader.currency,
    isUtc,
    leftOut,
    faults: cells.faults,
  };
  if (answers.mapping.kind === "fills") {
    const fills = rows.flatMap((row) => reader.fill(row) ?? []);
    const ordered = inTimeOrder(fills);
    const { trades, open } = pairFills(ordered);
    return { ...statement, trades, open, fills: ordered, questions: reader.questions(fills) };
  }
  const trades = rows.flatMap((row) => reader.trade(row) ?? []);
  return {
    ...statement,
    trades: onceEach(trades, cells, columns.id?.name ?? ""),
    questions: reader.questions(trades),
  };
}

/**
 * The first lines of a table as a mapping reads them, with what the whole table says of its numbers and dates.
 * @throws UnmappedFile as {@link readMapped}
 */
export function previewMapping(source: Source, answers: MappedAnswers, lines: number): MappingPreview {
  const reader = mappedReader(source, answers);
  const shown = reader.rows.slice(0, lines).map((row) => {
    const before = reader.cells.faults.length;
    const read = answers.mapping.kind === "fills" ? reader.fill(row) : reader.trade(row);
    return { line: row.line, cells: row.cells, read, faults: reader.cells.faults.slice(before) };
  });
  return { lines: shown, questions: reader.questions(shown.flatMap(({ read }) => read ?? [])) };
}

type Columns = Partial<Record<MappedField, Column>>;

function mappedReader(source: Source, answers: MappedAnswers) {
  const { mapping } = answers;
  const table = tableOf(source);
  if (!table) throw new UnreadableFile({ code: "unknown_format" });
  if (!fitsTable(mapping, table) || missingFields(mapping, table, answers).length > 0) {
    throw new UnmappedFile(unmappedTable(table));
  }
  const columns = columnsOf(mapping, table);
  const { rows: ofAll, leftOut } = tradeRows(table, columns);
  const { rows, currency, found } = rowsOfCurrency(ofAll, columns.currency, { answers, leftOut });
  const numbers = NUMBERS.flatMap((field) => columns[field] ?? []);
  const times = TIMES.flatMap((field) => columns[field] ?? []);
  const cells = cellReader(rows, { numbers, times }, answers, { trustsColumns: true });
  const idOf = contentIds("mp-");
  const pointValue = (symbol: string) => answers.pointValues?.[symbol] ?? ONE;

  const text = (row: Row, column: Column | undefined) => (column ? cells.text(row, column) : "");
  const price = (row: Row, column: Column | undefined) => (column ? cells.price(row, column) : null);
  const time = (row: Row, column: Column | undefined) => (column ? cells.time(row, column) : null);
  const sumIn = (row: Row, column: Column | undefined) => (column ? cells.sum(row, column) : ZERO);

  function common(row: Row) {
    const { symbol, quantity } = columns;
    const fee = sumIn(row, columns.fee);
    return {
      line: row.line,
      id: text(row, columns.id) || idOf(row),
      symbol: symbol ? cells.name(row, symbol) : (answers.symbol ?? null),
      side: sideOf(row, columns, cells),
      quantity: quantity ? cells.quantity(row, quantity) : null,
      fee: fee && mapping.costsArePositive ? negative(fee) : fee,
    };
  }

  function fill(row: Row): Fill | null {
    const read = { ...common(row), price: price(row, columns.price), at: time(row, columns.time) };
    return whole({ ...read, multiplier: pointValue(read.symbol ?? "") });
  }

  function trade(row: Row): ClosedTrade | null {
    const read = whole({
      ...common(row),
      entryPrice: price(row, columns.entryPrice),
      exitPrice: price(row, columns.exitPrice),
      closed: time(row, columns.closed),
      swap: sumIn(row, columns.swap),
      stated: columns.profit ? cells.money(row, columns.profit) : ZERO,
    });
    const opened = text(row, columns.opened) === "" ? null : time(row, columns.opened);
    if (!read || (opened === null && text(row, columns.opened) !== "")) return null;
    const { id, side, fee, stated, ...rest } = read;
    const profit = columns.profit
      ? mapping.profitIsNet
        ? sum(stated, negative(fee), negative(read.swap))
        : stated
      : gainOf(read, pointValue(read.symbol));
    const stopPrice = columns.stopPrice ? cells.stop(row, columns.stopPrice) : null;
    return { ...rest, ticket: id, direction: side, fees: fee, opened, stopPrice, profit };
  }

  function questions(read: readonly { symbol: string }[]): Question[] {
    const isStated = mapping.pricesAreOfUnits || (mapping.kind === "trades" && columns.profit !== undefined);
    const symbols = isStated ? [] : [...new Set(read.map(({ symbol }) => symbol))];
    const asked = symbols.filter((symbol) => !answers.pointValues?.[symbol]);
    const isAsked = found.length > 1 && currency === null;
    const ofCurrency: Question[] = isAsked ? [{ ask: "currency", found }] : [];
    return [...ofCurrency, ...cells.questions, ...asked.map((symbol) => ({ ask: "point_value", symbol }) as const)];
  }

  return { rows, columns, leftOut, cells, isUtc: isUtc(rows, times), fill, trade, currency, questions };
}

function columnsOf({ columns }: Mapping, { heads }: SourceTable): Columns {
  return Object.fromEntries(Object.entries(columns).map(([field, at]) => [field, { at, name: heads[at] ?? "" }]));
}

/** The rows of the one currency that a person chose where a table has several, until then those of the first. */
function rowsOfCurrency(
  rows: readonly Row[],
  column: Column | undefined,
  { answers, leftOut }: { answers: Answers; leftOut: LeftOut[] },
): { rows: readonly Row[]; currency: string | null; found: string[] } {
  const currencyOf = ({ cells }: Row) => (column ? (cells[column.at] ?? "") : "");
  const found = [...new Set(rows.map(currencyOf))].filter((currency) => currency !== "");
  if (found.length < 2) return { rows, currency: found[0] ?? null, found };
  const chosen = found.find((currency) => currency === answers.currency);
  const kept = rows.filter((row) => {
    const isKept = currencyOf(row) === (chosen ?? found[0]);
    if (!isKept) leftOut.push({ line: row.line, reason: "other_currency", text: currencyOf(row) });
    return isKept;
  });
  return { rows: kept, currency: chosen ?? null, found };
}

/** Rows with neither a time nor a symbol are of totals. A time of day gets its day. */
function tradeRows({ rows }: SourceTable, columns: Columns): { rows: Row[]; leftOut: LeftOut[] } {
  const { date, symbol, time, closed } = columns;
  const times = TIMES.flatMap((field) => columns[field] ?? []);
  const kept: Row[] = [];
  const leftOut: LeftOut[] = [];
  for (const row of rows) {
    const isTotal = [time, closed, symbol].every((column) => !column || (row.cells[column.at] ?? "") === "");
    if (isTotal) leftOut.push({ line: row.line, reason: "totals", text: row.cells.filter(Boolean).join(" ") });
    else if (!date) kept.push(row);
    else {
      const cells = [...row.cells];
      for (const { at } of times) {
        if (CLOCK_ALONE.test(cells[at] ?? "")) cells[at] = `${cells[date.at] ?? ""} ${cells[at] ?? ""}`;
      }
      kept.push({ ...row, cells });
    }
  }
  return { rows: kept, leftOut };
}

function sideOf(row: Row, { side, quantity }: Columns, cells: CellReader): "Buy" | "Sell" | null {
  if (side) {
    if (cells.text(row, side) === "") return cells.fail(row, side, "missing");
    return sideNamed(cells.text(row, side)) ?? cells.fail(row, side, "not_direction");
  }
  return quantity && writtenNumber(cells.text(row, quantity))?.isNegative ? "Sell" : "Buy";
}

/** Whether all times are UTC: each says its own offset, or the heads of all columns say it. */
function isUtc(rows: readonly Row[], times: readonly Column[]): boolean {
  const isSaid = times.every(({ name }) => /\b(?:utc|gmt)(?![+-]?0*[1-9])/i.test(name));
  const cells = rows.flatMap((row) => times.map(({ at }) => row.cells[at] ?? "")).filter((text) => text !== "");
  return isSaid || (cells.length > 0 && cells.every((text) => readTime(text, "day_first")?.isMoment === true));
}

function gainOf(
  {
    side,
    quantity,
    entryPrice,
    exitPrice,
  }: Pick<Fill, "side" | "quantity"> & Record<"entryPrice" | "exitPrice", Decimal>,
  pointValue: Decimal,
): Decimal {
  const gain = product(sum(exitPrice, negative(entryPrice)), quantity, pointValue);
  return side === "Buy" ? gain : negative(gain);
}
