import { ZERO } from "../../../worker/contract/broker/decimal.ts";
import { type Row, UnreadableFile } from "../../../worker/contract/files/row.ts";
import { type CellReader, type Column, cellReader } from "../statement/cells.ts";
import { columnsByName, emptyStatement, needTable, onceEach, tableIn, whole } from "../statement/read-rows.ts";
import type { ClosedTrade, Format, LeftOut } from "../statement/statement.ts";

/** The columns of our own export. Spaces, dashes and underscores in their names do not count. */
const HEADS = {
  ticket: /^ticket$/i,
  symbol: /^symbol$/i,
  direction: /^direction$/i,
  lots: /^lots$/i,
  stop: /^stop[ _-]?price$/i,
  opened: /^open[ _-]?time$/i,
  entryPrice: /^entry[ _-]?price$/i,
  closed: /^close[ _-]?time$/i,
  exitPrice: /^exit[ _-]?price$/i,
  profit: /^profit$/i,
  commission: /^commission$/i,
  swap: /^swap$/i,
  currency: /^currency$/i,
} as const;
/** The names of the columns, for a guide. */
export const CSV_COLUMNS = [
  ...(["ticket", "symbol", "direction", "lots", "open time", "entry price", "close time", "exit price"] as const),
  ...(["profit", "stop price", "commission", "swap", "currency"] as const),
] as const;
const MAY_LACK = ["stop", "commission", "swap", "currency"] as const;
/** A row with so many of the names that are needed is a head, which may lack one, or have it twice. */
const NAMES_MIN = 6;

const columnsOf = (row: Row) => columnsByName(row, HEADS, MAY_LACK);
type Columns = NonNullable<ReturnType<typeof columnsOf>>;

/** Closed trades in the columns of our own export, as spreadsheets save them. Sums without a currency are dollars. */
export const ownCsv: Format = {
  id: "csv",
  platform: "Tonle",
  detect: (source) => tableIn(source, headOf) !== null,
  read(source, answers) {
    const { head, rows } = needTable(source, headOf);
    const columns = columnsOf(head) ?? refuseHead(head);
    const { lots, entryPrice, exitPrice, stop, profit, commission, swap, opened, closed } = columns;
    const numbers = [lots, entryPrice, exitPrice, stop, profit, commission, swap].filter(
      (column) => column !== undefined,
    );
    const cells = cellReader(rows, { numbers, times: [opened, closed] }, answers);
    const last = Math.max(...[...numbers, opened, closed, columns.ticket, columns.symbol].map(({ at }) => at));
    const fitting = rows.filter((row) => {
      const isLonger = row.cells.slice(head.cells.length).some((cell) => cell !== "");
      // A spreadsheet does not store empty cells at the end of a row.
      if (!isLonger && (source.kind === "sheet" || row.cells.length > last)) return true;
      cells.fail(row, { at: last, name: "" }, isLonger ? "too_many_cells" : "too_few_cells");
      return false;
    });
    const trades = fitting.flatMap((row) => readTrade(row, columns, cells) ?? []);
    return {
      ...emptyStatement({ format: "csv", platform: "Tonle" }),
      currency: currencyOf(fitting, columns.currency, cells),
      trades: onceEach(trades, cells, columns.ticket.name),
      leftOut: otherColumns(head, columns),
      faults: cells.faults,
      questions: cells.questions,
    };
  },
};

function headOf(row: Row): Row | null {
  const known = Object.entries(HEADS).filter(
    ([name, pattern]) =>
      !MAY_LACK.some((optional) => optional === name) && row.cells.some((cell) => pattern.test(cell)),
  );
  return known.length >= NAMES_MIN ? row : null;
}

/** @throws UnreadableFile that names the column which is not there once */
function refuseHead({ line, cells }: Row): never {
  for (const [name, pattern] of Object.entries(HEADS)) {
    const count = cells.filter((cell) => pattern.test(cell)).length;
    const shown = CSV_COLUMNS.find((known) => pattern.test(known)) ?? name;
    if (count > 1) throw new UnreadableFile({ code: "column_twice", name: shown }, line);
    const isOptional = MAY_LACK.some((optional) => optional === name);
    if (count === 0 && !isOptional) throw new UnreadableFile({ code: "column_missing", name: shown }, line);
  }
  throw new UnreadableFile({ code: "unknown_format" }, line);
}

function readTrade(row: Row, columns: Columns, cells: CellReader): ClosedTrade | null {
  const { ticket, stop, commission, swap } = columns;
  const trade = {
    line: row.line,
    ticket: cells.name(row, ticket),
    symbol: cells.name(row, columns.symbol),
    direction: cells.direction(row, columns.direction),
    quantity: cells.quantity(row, columns.lots),
    entryPrice: cells.price(row, columns.entryPrice),
    exitPrice: cells.price(row, columns.exitPrice),
    opened: cells.time(row, columns.opened),
    closed: cells.time(row, columns.closed),
    profit: cells.money(row, columns.profit),
    fees: commission ? cells.sum(row, commission) : ZERO,
    swap: swap ? cells.sum(row, swap) : ZERO,
  };
  const read = whole(trade);
  if (!read) return null;
  return { ...read, stopPrice: stop ? cells.stop(row, stop) : null };
}

function currencyOf(rows: readonly Row[], column: Column | undefined, cells: CellReader): string {
  if (!column) return "USD";
  const [first = "USD"] = rows.map((row) => cells.text(row, column)).filter((currency) => currency !== "");
  for (const row of rows) if (cells.text(row, column) !== first) cells.fail(row, column, "other_currency");
  return first;
}

function otherColumns({ line, cells }: Row, columns: Columns): LeftOut[] {
  const known = new Set(Object.values(columns).map(({ at }) => at));
  return cells.flatMap((name, at) =>
    known.has(at) || name === "" ? [] : [{ line, reason: "other_column", text: name }],
  );
}
