import { compare, type Decimal, ZERO } from "../../../worker/contract/broker/decimal.ts";
import {
  type DecimalMark,
  fileMark,
  markEvidence,
  markOf,
  numberWith,
} from "../../../worker/contract/files/number-marks.ts";
import type { Row } from "../../../worker/contract/files/row.ts";
import { type DateOrder, orderOf, readTime, type WallTime } from "../../../worker/contract/files/time-forms.ts";
import type { Answers, CellFault, LineFault, Question } from "./statement.ts";

/**
 * Reads the cells of a table by the forms that its columns have together, and notes what it does not understand instead of guessing.
 */
export type CellReader = {
  faults: LineFault[];
  questions: Question[];
  number: (row: Row, column: Column) => Decimal | null;
  /** A sum; one with three decimals, the last of them a zero, is a fault unless the platform's form is known. */
  money: (row: Row, column: Column) => Decimal | null;
  /** The same, and an empty cell is zero. */
  sum: (row: Row, column: Column) => Decimal | null;
  /** Of a price: not below zero. */
  price: (row: Row, column: Column) => Decimal | null;
  /** Of an amount that was traded: more than zero; its sign is left out. */
  quantity: (row: Row, column: Column) => Decimal | null;
  /** Of a stop or a target: zero or an empty cell is none. */
  stop: (row: Row, column: Column) => Decimal | null;
  time: (row: Row, column: Column) => WallTime | null;
  direction: (row: Row, column: Column) => "Buy" | "Sell" | null;
  text: (row: Row, column: Column) => string;
  /** Of a symbol or an id. */
  name: (row: Row, column: Column) => string | null;
  fail: (row: Row, column: Column, fault: CellFault) => null;
};

/** A column of a table. @property name the file's own, for messages */
export type Column = { at: number; name: string };

type Forms = { mark: DecimalMark; order: DateOrder };

const DIRECTIONS: Readonly<Record<string, "Buy" | "Sell">> = {
  buy: "Buy",
  sell: "Sell",
  long: "Buy",
  short: "Sell",
  b: "Buy",
  s: "Sell",
  bought: "Buy",
  sold: "Sell",
};

/** A name that a page could take for markup, or a spreadsheet for a formula. */
const ODD_NAME = /[<>\p{Cc}]|^[=+@-]/u;
const NAME_LENGTH_MAX = 64;

/**
 * @param known the forms that the platform always writes; what it leaves out is found by the columns of `rows`, or asked.
 *   `trustsColumns`: a sum such as `1.500` is read where another number of its own column says what the point is
 */
export function cellReader(
  rows: readonly Row[],
  columns: { numbers: readonly Column[]; times: readonly Column[] },
  answers: Answers,
  known: Partial<Forms> & { trustsColumns?: boolean } = {},
): CellReader {
  const faults: LineFault[] = [];
  const questions: Question[] = [];
  const forms: Forms = {
    mark: known.mark ?? answers.decimalMark ?? findMark(rows, columns.numbers, questions),
    order: known.order ?? answers.dateOrder ?? findOrder(rows, columns.times, faults, questions),
  };

  function text(row: Row, column: Column): string {
    return row.cells[column.at] ?? "";
  }
  function fail(row: Row, column: Column, fault: CellFault): null {
    faults.push({ line: row.line, column: column.name, text: text(row, column), fault });
    return null;
  }
  function number(row: Row, column: Column): Decimal | null {
    if (text(row, column) === "") return fail(row, column, "missing");
    return numberWith(text(row, column), forms.mark) ?? fail(row, column, "not_number");
  }

  const clear = known.trustsColumns
    ? columns.numbers.filter((column) => markOf(cellsOf(rows, column)) === forms.mark)
    : [];

  /** Whether a sum may be a thousand times what it says: `1.500`, in a form that the columns had to say. */
  function mayBeThousands(cell: string, { at }: Column): boolean {
    if (known.mark !== undefined || clear.some((column) => column.at === at)) return false;
    return markEvidence(cell) === "unclear" && cell.includes(forms.mark) && cell.endsWith("0");
  }

  return {
    faults,
    questions,
    text,
    name(row, column) {
      const name = text(row, column);
      if (name === "") return fail(row, column, "missing");
      return name.length > NAME_LENGTH_MAX || ODD_NAME.test(name) ? fail(row, column, "characters") : name;
    },
    fail,
    number,
    money(row, column) {
      return mayBeThousands(text(row, column), column) ? fail(row, column, "sum_decimals") : number(row, column);
    },
    sum(row, column) {
      return text(row, column) === "" ? ZERO : this.money(row, column);
    },
    stop(row, column) {
      const stop = text(row, column) === "" ? null : number(row, column);
      return stop !== null && compare(stop, ZERO) > 0 ? stop : null;
    },
    price(row, column) {
      const price = number(row, column);
      return price !== null && compare(price, ZERO) < 0 ? fail(row, column, "price_below_zero") : price;
    },
    quantity(row, column) {
      const quantity = number(row, column);
      if (quantity === null) return null;
      const order = compare(quantity, ZERO);
      if (order === 0) return fail(row, column, "quantity_zero");
      // Its sign says the direction in some formats, which have a column for it too.
      return order < 0 ? numberWith(quantity.slice(1), ".") : quantity;
    },
    time(row, column) {
      if (text(row, column) === "") return fail(row, column, "missing");
      return readTime(text(row, column), forms.order)?.wall ?? fail(row, column, "not_time");
    },
    direction(row, column) {
      if (text(row, column) === "") return fail(row, column, "missing");
      return DIRECTIONS[text(row, column).toLowerCase()] ?? fail(row, column, "not_direction");
    },
  };
}

/** Reads the cells of a platform that always writes a point before decimals, and a day before its month. */
export function platformCells(): CellReader {
  return cellReader([], { numbers: [], times: [] }, {}, { mark: ".", order: "day_first" });
}

function cellsOf(rows: readonly Row[], { at }: Column): string[] {
  return rows.map(({ cells }) => cells[at] ?? "");
}

function findMark(rows: readonly Row[], columns: readonly Column[], questions: Question[]): DecimalMark {
  // A column that does not say it itself is asked for, whatever the others are: it may be of money.
  const unclear = columns.filter((column) => markOf(cellsOf(rows, column)) === "unclear");
  const isUnclear = (cell: string) => markEvidence(cell) === "unclear" && cell.includes(",");
  for (const row of rows) {
    const text = unclear.map(({ at }) => row.cells[at] ?? "").find(isUnclear);
    if (text === undefined) continue;
    questions.push({ ask: "decimal_mark", line: row.line, text });
    break;
  }
  // Where both marks stand for decimals, each number with a comma is a fault when it is read.
  return fileMark(columns.map((column) => cellsOf(rows, column))) === "," ? "," : ".";
}

function findOrder(
  rows: readonly Row[],
  columns: readonly Column[],
  faults: LineFault[],
  questions: Question[],
): DateOrder {
  const cells = rows.flatMap((row) =>
    columns.map((column) => ({ line: row.line, text: row.cells[column.at] ?? "", column })),
  );
  const order = orderOf(cells.map(({ text }) => text));
  if (order === "day_first" || order === "month_first") return order;
  if (order === "none") return "day_first";
  const first = cells.find(({ text }) => ["unclear", "month_first"].includes(orderOf([text])));
  if (first && order === "unclear") questions.push({ ask: "date_order", line: first.line, text: first.text });
  if (first && order === "mixed") {
    faults.push({ line: first.line, column: first.column.name, text: first.text, fault: "not_time" });
  }
  return "day_first";
}
