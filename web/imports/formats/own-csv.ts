import type { Row } from "../source/row.ts";
import { type CellReader, type Column, cellReader } from "../statement/cells.ts";
import { ZERO } from "../statement/decimal.ts";
import {
  columnsByName,
  contentIds,
  emptyStatement,
  needTable,
  onceEach,
  tableIn,
  whole,
} from "../statement/read-rows.ts";
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
/** Only the export of a demo run has all of these. */
const DEMO_HEADS = [/^account$/i, /^closed by$/i, /^overnight \(usd\)$/i];
const DEMO_CELL = /^demo run \d+$/i;

const columnsOf = (row: Row) => columnsByName(row, HEADS, ["ticket", "stop", "commission", "swap", "currency"]);
type Columns = NonNullable<ReturnType<typeof columnsOf>>;

/** Closed trades in the columns of our own export, as spreadsheets save them. Sums without a currency are dollars. */
export const ownCsv: Format = {
  id: "own_csv",
  platform: "Tonle",
  detect: (source) => tableIn(source, columnsOf) !== null,
  read(source, answers) {
    const { head, columns, rows } = needTable(source, columnsOf);
    const { lots, entryPrice, exitPrice, stop, profit, commission, swap, opened, closed } = columns;
    const numbers = [lots, entryPrice, exitPrice, stop, profit, commission, swap].filter(
      (column) => column !== undefined,
    );
    const cells = cellReader(rows, { numbers, times: [opened, closed] }, answers);
    const idOf = contentIds("own-");
    const fitting = rows.filter((row) => {
      if (row.cells.slice(head.cells.length).every((cell) => cell === "")) return true;
      cells.fail(row, { at: head.cells.length, name: "" }, "too_many_cells");
      return false;
    });
    const trades = fitting.flatMap((row) => readTrade(row, columns, cells, idOf) ?? []);
    return {
      ...emptyStatement({ format: "own_csv", platform: "Tonle" }),
      currency: currencyOf(fitting, columns.currency, cells),
      isDemo: isDemo(head, rows),
      trades: onceEach(trades, cells, "ticket"),
      leftOut: otherColumns(head, columns),
      faults: cells.faults,
      questions: cells.questions,
    };
  },
};

function readTrade(row: Row, columns: Columns, cells: CellReader, idOf: (row: Row) => string): ClosedTrade | null {
  const { ticket, stop, commission, swap } = columns;
  const trade = {
    line: row.line,
    ticket: (ticket && cells.text(row, ticket)) || idOf(row),
    symbol: cells.text(row, columns.symbol) || cells.fail(row, columns.symbol, "missing"),
    direction: cells.direction(row, columns.direction),
    quantity: cells.quantity(row, columns.lots),
    entryPrice: cells.price(row, columns.entryPrice),
    exitPrice: cells.price(row, columns.exitPrice),
    opened: cells.time(row, columns.opened),
    closed: cells.time(row, columns.closed),
    profit: cells.sum(row, columns.profit),
    fees: commission ? cells.sum(row, commission) : ZERO,
    swap: swap ? cells.sum(row, swap) : ZERO,
  };
  const read = whole(trade);
  if (!read) return null;
  if (read.closed < read.opened) return cells.fail(row, columns.closed, "before_opening");
  return { ...read, stopPrice: stop ? cells.stop(row, stop) : null };
}

function currencyOf(rows: readonly Row[], column: Column | undefined, cells: CellReader): string {
  if (!column) return "USD";
  const [first = "USD"] = rows.map((row) => cells.text(row, column)).filter((currency) => currency !== "");
  for (const row of rows) if (cells.text(row, column) !== first) cells.fail(row, column, "other_currency");
  return first;
}

function isDemo(head: Row, rows: readonly Row[]): boolean {
  return (
    DEMO_HEADS.every((name) => head.cells.some((cell) => name.test(cell))) ||
    rows.some(({ cells }) => cells.some((cell) => DEMO_CELL.test(cell)))
  );
}

function otherColumns({ line, cells }: Row, columns: Columns): LeftOut[] {
  const known = new Set(Object.values(columns).map(({ at }) => at));
  return cells.flatMap((name, at) =>
    known.has(at) || name === "" ? [] : [{ line, reason: "other_column", text: name }],
  );
}
