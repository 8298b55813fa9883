import { type Decimal, sum, ZERO } from "../../../worker/contract/broker/decimal.ts";
import { numberWith } from "../../../worker/contract/files/number-marks.ts";
import { type Row, UnreadableFile } from "../../../worker/contract/files/row.ts";
import { type CellReader, type Column, platformCells } from "../statement/cells.ts";
import { depositsOf, emptyStatement, needTable, onceEach, tableIn, whole } from "../statement/read-rows.ts";
import type { ClosedTrade, Format, LeftOut, OpenPosition } from "../statement/statement.ts";

/**
 * MetaTrader 5's Trade History Report, as HTML, as a spreadsheet or saved from one: rows about the account, then sections, each with a title, a head,
 * its rows and its totals. Its titles and heads are in the terminal's language, so tables are known by what repeats in their heads:
 * closed positions have the words for time and price twice, open ones begin with the same two words.
 */
export const mt5: Format = {
  id: "mt5",
  platform: "MetaTrader 5",
  detect: (source) => tableIn(source, closedColumns) !== null,
  read(source) {
    const { head, columns, before, rows } = needTable(source, closedColumns);
    const endAt = rows.findIndex((row) => filledOf(row).length === 1);
    // Every report has sections behind the positions, so a file that ends with them has been cut.
    if (endAt < 0) throw new UnreadableFile({ code: "cut" }, rows.at(-1)?.line ?? null);
    const section = rows.slice(0, endAt);
    const cells = platformCells();
    const trades: ClosedTrade[] = [];
    let statedTotal: Decimal | null = null;
    for (const row of section) {
      if (cells.text(row, columns.opened) === "" && cells.text(row, columns.ticket) === "") {
        statedTotal = totalOf(row, columns, cells) ?? statedTotal;
        continue;
      }
      const trade = readTrade(row, columns, cells);
      if (trade) trades.push(trade);
    }
    return {
      ...emptyStatement({ format: "mt5", platform: "MetaTrader 5" }),
      ...accountOf(before),
      trades: onceEach(trades, cells, columns.ticket.name),
      open: openPositions(rows.slice(endAt), head, cells),
      leftOut: balanceRows(rows.slice(endAt)),
      faults: cells.faults,
      questions: cells.questions,
      statedTotal,
      deposits: depositsOf(paidIn(rows.slice(endAt), columns.profit)),
    };
  },
};

const FIELDS = [
  "opened",
  "ticket",
  "symbol",
  "direction",
  "quantity",
  "entryPrice",
  "stop",
  "target",
  "closed",
] as const;
const LAST_FIELDS = ["exitPrice", "commission", "swap", "profit"] as const;
type Columns = Record<(typeof FIELDS)[number] | (typeof LAST_FIELDS)[number], Column>;

/** The columns of closed positions by the shape of their head; null for another row. */
function closedColumns(row: Row): Columns | null {
  const names = filledOf(row);
  const text = (at: number) => names[at]?.name;
  const isHead = names.length === 13 && text(0) === text(8) && text(5) === text(9);
  if (!isHead || new Set(names.map(({ name }) => name)).size !== 11) return null;
  if (names.some(({ name }) => /^[\d.\s]+$/.test(name))) return null;
  // Thirteen names, and as many fields.
  return Object.fromEntries([...FIELDS, ...LAST_FIELDS].map((field, at) => [field, names[at]])) as Columns;
}

function filledOf({ cells }: Row): Column[] {
  return cells.flatMap((name, at) => (name === "" ? [] : [{ at, name }]));
}

function readTrade(row: Row, columns: Columns, cells: CellReader): ClosedTrade | null {
  const trade = {
    line: row.line,
    ticket: cells.name(row, columns.ticket),
    symbol: cells.name(row, columns.symbol),
    direction: cells.direction(row, columns.direction),
    quantity: cells.quantity(closedVolume(row, columns.quantity), columns.quantity),
    entryPrice: cells.price(row, columns.entryPrice),
    exitPrice: cells.price(row, columns.exitPrice),
    opened: cells.time(row, columns.opened),
    closed: cells.time(row, columns.closed),
    profit: cells.number(row, columns.profit),
    fees: cells.sum(row, columns.commission),
    swap: cells.sum(row, columns.swap),
  };
  const read = whole(trade);
  if (!read) return null;
  return { ...read, stopPrice: cells.stop(row, columns.stop) };
}

/** A partly closed position has the closed and the opened volume: `0.02 / 0.05`. */
function closedVolume(row: Row, { at }: Column): Row {
  const volume = row.cells[at] ?? "";
  return volume.includes("/") ? { ...row, cells: row.cells.with(at, volume.split("/")[0]?.trim() ?? "") } : row;
}

/** What the report adds up: commissions, swaps and profits, the last three numbers of a row without a time. */
function totalOf(row: Row, { commission, swap, profit }: Columns, cells: CellReader): Decimal | null {
  const isTotal = [commission, swap, profit].every((column) => /\d/.test(cells.text(row, column)));
  if (!isTotal) return null;
  const sums = [commission, swap, profit].map((column) => cells.sum(row, column) ?? ZERO);
  return sum(...sums);
}

/** `40712345 (USD, Example-Server, real, Hedge)`: the account's number, its currency as the broker writes it, its server, and what it is. */
const ACCOUNT = /^(\S+) ?\(([^,()]*)((?:,[^()]*)?)\)$/;
const NO_MONEY = /\b(?:demo|contest)\b/i;

function accountOf(rows: readonly Row[]): { account: string | null; currency: string | null; isDemo: boolean } {
  for (const { cells } of rows) {
    for (const cell of cells) {
      const [, account, currency = "", rest = ""] = ACCOUNT.exec(cell) ?? [];
      if (account) return { account, currency: currency.trim() || null, isDemo: NO_MONEY.test(rest) };
    }
  }
  return { account: null, currency: null, isDemo: false };
}

/** Rows behind a head that begins with the same two words and does not repeat its price. */
function openPositions(rows: readonly Row[], closedHead: Row, cells: CellReader): OpenPosition[] {
  const [time, position, symbol, type, volume, price] = filledOf(closedHead).map(({ name }) => name);
  const headAt = rows.findIndex((row) => {
    const names = filledOf(row).map(({ name }) => name);
    return [time, position, symbol, type, volume, price].every((name, at) => names[at] === name);
  });
  const head = rows[headAt];
  if (!head) return [];
  const [opened, , symbolAt, direction, quantity, entryPrice] = filledOf(head);
  if (!opened || !symbolAt || !direction || !quantity || !entryPrice) return [];
  const endAt = rows.findIndex((row, at) => at > headAt && filledOf(row).length === 1);
  return rows.slice(headAt + 1, endAt < 0 ? undefined : endAt).flatMap((row) => {
    if (cells.text(row, opened) === "") return [];
    const position = whole({
      symbol: cells.name(row, symbolAt),
      direction: cells.direction(row, direction),
      quantity: cells.quantity(row, quantity),
      entryPrice: cells.price(row, entryPrice),
      opened: cells.time(row, opened),
    });
    return position ? [{ ...position, fees: ZERO }] : [];
  });
}

/** What was paid in and out, in the column of profits of the deals, whose head has the same word as that of the positions. */
function paidIn(rows: readonly Row[], { name }: Column): (Decimal | null)[] {
  let at = -1;
  return rows.flatMap(({ cells }) => {
    const headAt = cells.lastIndexOf(name);
    if (headAt >= 0) at = headAt;
    const isPaid = cells.some((cell) => cell.toLowerCase() === "balance") && cells.some((cell) => /\d/.test(cell));
    return isPaid && headAt < 0 ? [numberWith(cells[at] ?? "", ".")] : [];
  });
}

/** Deposits and other movements stand between the deals; their type is English in every language. */
function balanceRows(rows: readonly Row[]): LeftOut[] {
  return rows.flatMap(({ line, cells }) => {
    const isBalance = cells.some((cell) => ["balance", "credit", "correction", "bonus"].includes(cell.toLowerCase()));
    return isBalance ? [{ line, reason: "balance", text: cells.filter((cell) => cell !== "").join(" ") }] : [];
  });
}
