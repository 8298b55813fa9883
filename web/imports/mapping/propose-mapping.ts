import { writtenNumber } from "../../../worker/contract/files/number-marks.ts";
import type { MappedField, Mapping } from "../statement/mapping.ts";
import { fieldsNamed, isNetName } from "./head-names.ts";
import { isBelowZero, MAPPED_FIELDS, missingFields } from "./mapped-fields.ts";
import type { SourceTable } from "./source-table.ts";
import type { UnmappedTable } from "./unmapped-file.ts";

/**
 * The mapping that the heads of a table speak for: each column is that of the field that it names best. A name that stands twice, such as a
 * price, is first that of the opening and then that of the closing.
 */
export function proposeMapping(table: SourceTable): Mapping {
  const { heads } = table;
  const named = heads
    .flatMap((head, at) => fieldsOf(table, head, at).map(({ field, score }) => ({ field, score, at })))
    .toSorted((a, b) => b.score - a.score || a.at - b.at);
  const columns: Partial<Record<MappedField, number>> = {};
  const [times, prices]: [number[], number[]] = [[], []];
  const used = new Set<number>();
  for (const { field, at } of named) {
    if (used.has(at)) continue;
    if (field === "time") times.push(at);
    else if (field === "price") prices.push(at);
    else if (columns[field] === undefined) columns[field] = at;
    else continue;
    used.add(at);
  }
  for (const list of [times, prices]) list.sort((a, b) => a - b);
  const kind = isOfTrades(columns, prices) ? "trades" : "fills";
  return {
    kind,
    heads,
    columns: kind === "trades" ? tradeColumns(columns, times, prices) : fillColumns(columns, times, prices),
    costsArePositive: costsArePositive(table, columns.fee),
    profitIsNet: columns.profit !== undefined && isNetName(heads[columns.profit] ?? ""),
    pricesAreOfUnits: false,
  };
}

/** What a head names. Names such as `Entry` are of times and of prices: the cells tell which, unless the name has a word for a time. */
function fieldsOf(table: SourceTable, head: string, at: number): ReturnType<typeof fieldsNamed> {
  const named = fieldsNamed(head);
  const isTime = named.some(({ field }) => field === "time" || field === "date");
  const cells = table.rows.map((row) => row.cells[at] ?? "").filter((cell) => cell !== "");
  if (isTime || cells.length === 0 || cells.some((cell) => writtenNumber(cell) === null)) return named;
  return named.map(({ field, score }) => {
    const price = field === "opened" ? "entryPrice" : field === "closed" ? "exitPrice" : field;
    return { field: price, score };
  });
}

type Columns = { [Field in MappedField]?: number | undefined };

/** A trade has two prices, or an opening and a closing time. */
function isOfTrades({ entryPrice, exitPrice, opened, closed }: Columns, prices: readonly number[]): boolean {
  if (opened !== undefined && closed !== undefined) return true;
  return [entryPrice, exitPrice, ...prices].filter((column) => column !== undefined).length > 1;
}

function tradeColumns(columns: Columns, times: readonly number[], prices: readonly number[]) {
  const [entryPrice, exitPrice] = firstAndLast(columns.entryPrice, columns.exitPrice, prices);
  const [opened, closed = columns.date] = firstAndLast(columns.opened, columns.closed, times);
  return onlyOf("trades", { ...columns, entryPrice, exitPrice, opened, closed });
}

/** Fills the gaps of an opening's and a closing's column by those of a name for both; one alone is that of the closing. */
function firstAndLast(first: number | undefined, last: number | undefined, both: readonly number[]) {
  const rest = [...both];
  const opening = first ?? (last !== undefined || rest.length > 1 ? rest.shift() : undefined);
  return [opening, last ?? rest.shift()] as const;
}

function fillColumns(columns: Columns, times: readonly number[], prices: readonly number[]) {
  const time = times[0] ?? columns.closed ?? columns.opened ?? columns.date;
  const price = prices[0] ?? columns.entryPrice ?? columns.exitPrice;
  return onlyOf("fills", { ...columns, time, price });
}

/** Those of a kind; a column of days that is also that of times is only the latter. */
function onlyOf(kind: Mapping["kind"], columns: Columns): Mapping["columns"] {
  const times = [columns.time, columns.opened, columns.closed];
  const kept = MAPPED_FIELDS[kind].flatMap(({ field }) => {
    const at = columns[field];
    const isTwice = field === "date" && times.includes(at);
    return at === undefined || isTwice ? [] : [[field, at] as const];
  });
  return Object.fromEntries(kept);
}

/** A column of costs has more numbers without a sign than with one; rebates are few. */
function costsArePositive({ rows }: SourceTable, column: number | undefined): boolean {
  if (column === undefined) return false;
  let balance = 0;
  for (const { cells } of rows) {
    const text = cells[column] ?? "";
    if (isBelowZero(text)) balance -= 1;
    else if (/[1-9]/.test(text)) balance += 1;
  }
  return balance > 0;
}

const ROWS_SHOWN = 20;

/** A table with what its heads speak for, for a person to judge. */
export function unmappedTable(table: SourceTable): UnmappedTable {
  const proposal = proposeMapping(table);
  const { heads, rows } = table;
  return {
    heads,
    rows: rows.slice(0, ROWS_SHOWN),
    rowCount: rows.length,
    proposal,
    missing: missingFields(proposal, table),
  };
}
