import { type Decimal, sum, ZERO } from "../../../worker/contract/broker/decimal.ts";
import { numberWith } from "../../../worker/contract/files/number-marks.ts";
import { type Row, UnreadableFile } from "../../../worker/contract/files/row.ts";
import { type CellReader, type Column, platformCells } from "../statement/cells.ts";
import { depositsOf, emptyStatement, needTable, onceEach, tableIn, whole } from "../statement/read-rows.ts";
import type { ClosedTrade, Format, LeftOut, LeftOutReason, OpenPosition } from "../statement/statement.ts";

/**
 * MetaTrader 4's statement: one table with closed trades, open ones and working orders, each behind a title. Heads and types of orders are English; the
 * names of the broker and the trader are in the code page of the computer. A position closed in parts has a ticket for each part.
 */
export const mt4: Format = {
  id: "mt4",
  platform: "MetaTrader 4",
  detect: (source) => tableIn(source, columnsOf) !== null,
  read(source) {
    const { columns, before, rows } = needTable(source, columnsOf);
    const openAt = rows.findIndex((row) => firstCell(row).startsWith("Open Trades"));
    const workingAt = rows.findIndex((row) => firstCell(row).startsWith("Working Orders"));
    if (source.kind === "html" && openAt < 0) throw new UnreadableFile({ code: "cut" }, rows.at(-1)?.line ?? null);
    const cells = platformCells();
    const section = rows.slice(0, openAt < 0 ? undefined : openAt);
    const trades: ClosedTrade[] = [];
    const leftOut: LeftOut[] = [];
    const paid: (Decimal | null)[] = [];
    for (const row of section) {
      const reason = reasonToLeave(row, columns, cells);
      if (reason) leftOut.push({ line: row.line, reason, text: textOf(row) });
      if (cells.text(row, columns.direction).toLowerCase() === "balance") {
        paid.push(numberWith(cells.text(row, columns.profit), "."));
      }
      const trade = reason || cells.text(row, columns.ticket) === "" ? null : readTrade(row, columns, cells);
      if (trade) trades.push(trade);
    }
    return {
      ...emptyStatement({ format: "mt4", platform: "MetaTrader 4" }),
      ...accountOf(before),
      trades: onceEach(trades, cells, columns.ticket.name),
      open:
        openAt < 0 ? [] : openPositions(rows.slice(openAt + 1, workingAt < 0 ? undefined : workingAt), columns, cells),
      leftOut,
      faults: cells.faults,
      questions: cells.questions,
      statedTotal: statedTotal(section),
      deposits: depositsOf(paid),
    };
  },
};

const HEADS = {
  ticket: /^ticket$/i,
  opened: /^open time$/i,
  direction: /^type$/i,
  quantity: /^(?:size|volume|lots)$/i,
  symbol: /^(?:item|symbol)$/i,
  entryPrice: /^(?:open )?price$/i,
  stop: /^s ?\/ ?l$/i,
  closed: /^close time$/i,
  exitPrice: /^(?:close )?price$/i,
  commission: /^commissions?$/i,
  taxes: /^taxes$/i,
  swap: /^swaps?$/i,
  profit: /^profit$/i,
} as const;
type Field = keyof typeof HEADS;
type Columns = Record<Exclude<Field, "taxes">, Column> & { taxes?: Column };

/** The columns by a head's names, from the left; null for another row. */
function columnsOf({ cells }: Row): Columns | null {
  const columns: Partial<Record<Field, Column>> = {};
  let from = 0;
  for (const field of Object.keys(HEADS) as Field[]) {
    const at = cells.findIndex((name, at) => at >= from && HEADS[field].test(name));
    if (at < 0 && field !== "taxes") return null;
    if (at < 0) continue;
    columns[field] = { at, name: cells[at] ?? "" };
    from = at + 1;
  }
  // The loop has found all but the taxes.
  return columns as Columns;
}

function firstCell({ cells }: Row): string {
  return cells.find((cell) => cell !== "") ?? "";
}

function textOf({ cells }: Row): string {
  return cells.filter((cell) => cell !== "").join(" ");
}

function reasonToLeave(row: Row, { ticket, direction, profit }: Columns, cells: CellReader): LeftOutReason | null {
  const type = cells.text(row, direction).toLowerCase();
  if (["balance", "credit"].includes(type)) return "balance";
  if (/^(?:buy|sell) (?:limit|stop)$/.test(type)) return "cancelled";
  const isTotal = cells.text(row, ticket) === "" && /\d/.test(cells.text(row, profit));
  return isTotal || /^closed p\/l:/i.test(firstCell(row)) ? "totals" : null;
}

function readTrade(row: Row, columns: Columns, cells: CellReader): ClosedTrade | null {
  const trade = {
    line: row.line,
    ticket: cells.text(row, columns.ticket),
    symbol: cells.name(row, columns.symbol),
    direction: cells.direction(row, columns.direction),
    quantity: cells.quantity(row, columns.quantity),
    entryPrice: cells.price(row, columns.entryPrice),
    exitPrice: cells.price(row, columns.exitPrice),
    opened: cells.time(row, columns.opened),
    closed: cells.time(row, columns.closed),
    profit: cells.number(row, columns.profit),
    commission: cells.sum(row, columns.commission),
    taxes: columns.taxes ? cells.sum(row, columns.taxes) : ZERO,
    swap: cells.sum(row, columns.swap),
  };
  const read = whole(trade);
  if (!read) return null;
  const { commission, taxes, ...rest } = read;
  return { ...rest, fees: sum(commission, taxes), stopPrice: cells.stop(row, columns.stop) };
}

/** `Account: 2204411`, `Currency: USD`, and a server of demo accounts in the name of neither. */
function accountOf(rows: readonly Row[]): { account: string | null; currency: string | null; isDemo: boolean } {
  const cells = rows.flatMap((row) => row.cells);
  const said = (label: string) =>
    cells.map((cell) => new RegExp(`^${label}: *(\\S+)$`, "i").exec(cell)?.[1]).find((value) => value !== undefined) ??
    null;
  return {
    account: said("Account"),
    currency: said("Currency"),
    isDemo: cells.some((cell) => /\bdemo\b/i.test(cell) && !/^name:/i.test(cell)),
  };
}

/** Below the title stands another head, and `No transactions` where nothing is open. */
function openPositions(rows: readonly Row[], columns: Columns, cells: CellReader): OpenPosition[] {
  return rows.flatMap((row) => {
    const isPosition =
      /^(?:buy|sell)$/i.test(cells.text(row, columns.direction)) && /^\d+$/.test(cells.text(row, columns.ticket));
    const position = isPosition
      ? whole({
          symbol: cells.name(row, columns.symbol),
          direction: cells.direction(row, columns.direction),
          quantity: cells.quantity(row, columns.quantity),
          entryPrice: cells.price(row, columns.entryPrice),
          opened: cells.time(row, columns.opened),
        })
      : null;
    return position ? [{ ...position, fees: ZERO }] : [];
  });
}

/** The statement's own sum: `Closed P/L: 36.77`. */
function statedTotal(rows: readonly Row[]): Decimal | null {
  const total = rows.find((row) => /^closed p\/l:/i.test(firstCell(row)));
  const value = total?.cells.findLast((cell) => /\d/.test(cell));
  return value === undefined ? null : numberWith(value, ".");
}
