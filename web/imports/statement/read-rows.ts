import { compare, type Decimal, negative, sum, ZERO } from "../../../worker/contract/broker/decimal.ts";
import { inTimeOrder, pairFills } from "../../../worker/contract/broker/pair-fills.ts";
import { type Row, UnreadableFile } from "../../../worker/contract/files/row.ts";
import type { CellReader, Column } from "./cells.ts";
import type { Answers, ClosedTrade, Fill, LeftOut, Source, Statement } from "./statement.ts";

/** The head of a table, its columns, and the rows behind it. */
export type Table<Columns> = { head: Row; columns: Columns; before: readonly Row[]; rows: readonly Row[] };

/** A head stands before so many rows; in a statement of many sections after some thousands. */
const HEAD_WITHIN = 10_000;

/**
 * The first row of a file that is a head.
 * @param columnsOf the columns of a row that is one, null of any other
 * @returns null of a file without
 */
export function tableIn<Columns>(source: Source, columnsOf: (row: Row) => Columns | null): Table<Columns> | null {
  if (source.kind === "xml") return null;
  const last = Math.min(source.rows.length, HEAD_WITHIN);
  for (let at = 0; at < last; at += 1) {
    const head = source.rows[at];
    const columns = head && columnsOf(head);
    if (head && columns) return { head, columns, before: source.rows.slice(0, at), rows: source.rows.slice(at + 1) };
  }
  return null;
}

/** The same, of a file that was found to have one. @throws UnreadableFile */
export function needTable<Columns>(source: Source, columnsOf: (row: Row) => Columns | null): Table<Columns> {
  const table = tableIn(source, columnsOf);
  if (!table) throw new UnreadableFile({ code: "unknown_format" });
  return table;
}

/**
 * Columns by the names of a head, each a pattern that one of its cells meets.
 * @param mayLack names that a head need not have
 * @returns null of a row that lacks one, or has a needed one twice
 */
export function columnsByName<Name extends string, Optional extends Name = never>(
  { cells }: Row,
  patterns: Readonly<Record<Name, RegExp>>,
  mayLack: readonly Optional[] = [],
): (Record<Exclude<Name, Optional>, Column> & Partial<Record<Optional, Column>>) | null {
  const columns: Record<string, Column> = {};
  for (const [name, pattern] of Object.entries<RegExp>(patterns)) {
    const places = cells.flatMap((cell, at) => (pattern.test(cell) ? [{ at, name: cell }] : []));
    const isOptional = mayLack.some((optional) => optional === name);
    if (places.length > 1 || (!places[0] && !isOptional)) return null;
    if (places[0]) columns[name] = places[0];
  }
  // The loop has found every name that is not optional.
  return columns as Record<Exclude<Name, Optional>, Column> & Partial<Record<Optional, Column>>;
}

/** A record whose values are all there, or null. */
export function whole<T extends Record<string, unknown>>(record: T): Whole<T> | null {
  const isWhole = Object.values(record).every((value) => value !== null);
  // Checked in the line above.
  return isWhole ? (record as Whole<T>) : null;
}
type Whole<T> = { [K in keyof T]: NonNullable<T[K]> };

/**
 * A name for each row of a file that names its rows by nothing: its content, and its number among equal rows. Two equal fills of a
 * second are two; the same file again has the same names.
 */
export function contentIds(prefix: string): (row: Row) => string {
  const seen = new Map<string, number>();
  return ({ cells }) => {
    const content = cells.join("\u001f");
    const count = (seen.get(content) ?? 0) + 1;
    seen.set(content, count);
    return `${prefix}${hashOf(content)}-${count}`;
  };
}

/** FNV-1a of 53 bits in two halves (Fowler, Noll, Vo): names rows, and protects nothing. */
function hashOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let i = 0; i < text.length; i += 1) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36);
}

/** Drops trades whose ticket an earlier line has, each with a fault. */
export function onceEach(
  trades: readonly ClosedTrade[],
  cells: Pick<CellReader, "faults">,
  column: string,
): ClosedTrade[] {
  const seen = new Set<string>();
  return trades.filter(({ ticket, line }) => {
    if (!seen.has(ticket)) return seen.add(ticket);
    cells.faults.push({ line, column, text: ticket, fault: "repeated_ticket" });
    return false;
  });
}

/** A fill with the currency that its price and fee are in. */
export type FillOfCurrency = Fill & { currency: string };

/**
 * What a statement takes from fills: closed trades, open positions, and what is left out with its reason. Fills of several currencies are those of the one
 * that a person chose; until then those of the first, and the question.
 */
export function statementOfFills(
  read: readonly FillOfCurrency[],
  { answers, cells, leftOut }: { answers: Answers; cells: CellReader; leftOut: readonly LeftOut[] },
): Pick<Statement, "trades" | "open" | "fills" | "leftOut" | "currency" | "questions" | "faults"> {
  const found = [...new Set(read.map(({ currency }) => currency))].filter((currency) => currency !== "");
  const chosen = found.length > 1 ? found.find((currency) => currency === answers.currency) : found[0];
  const kept = found.length > 1 ? read.filter(({ currency }) => currency === (chosen ?? found[0])) : read;
  const fills = inTimeOrder(kept);
  const { trades, open, unopened } = pairFills(fills);
  const others = kept === read ? [] : read.filter(({ currency }) => currency !== (chosen ?? found[0]));
  return {
    trades,
    open,
    fills,
    leftOut: [
      ...leftOut,
      ...others.map(({ line, symbol, currency }) => leftOutRow("other_currency", line, `${symbol} ${currency}`)),
      ...unopened.map(({ line, symbol, quantity }) => leftOutRow("opened_before", line, `${symbol} ${quantity}`)),
    ],
    currency: chosen ?? null,
    questions: chosen || found.length === 0 ? cells.questions : [{ ask: "currency", found }, ...cells.questions],
    faults: cells.faults,
  };
}

function leftOutRow(reason: LeftOut["reason"], line: number, text: string): LeftOut {
  return { line, reason, text };
}

/** Adds up what was paid in and out. @param sums with their signs @returns null where there are none, or one of them cannot be read */
export function depositsOf(sums: readonly (Decimal | null)[]): Statement["deposits"] {
  const known = sums.filter((paid) => paid !== null);
  if (known.length === 0 || known.length < sums.length) return null;
  const isOut = (paid: Decimal) => compare(paid, ZERO) < 0;
  return { in: sum(...known.filter((paid) => !isOut(paid))), out: negative(sum(...known.filter(isOut))) };
}

/** A statement without trades. */
export function emptyStatement(format: Pick<Statement, "format" | "platform">): Statement {
  return {
    ...format,
    account: null,
    currency: null,
    isDemo: false,
    isUtc: false,
    trades: [],
    open: [],
    leftOut: [],
    faults: [],
    questions: [],
    statedTotal: null,
    deposits: null,
  };
}
