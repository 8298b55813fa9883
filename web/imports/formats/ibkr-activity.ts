import { type Decimal, decimal, ZERO } from "../../../worker/contract/broker/decimal.ts";
import { numberWith } from "../../../worker/contract/files/number-marks.ts";
import type { Row } from "../../../worker/contract/files/row.ts";
import { type CellReader, type Column, platformCells } from "../statement/cells.ts";
import {
  columnsByName,
  contentIds,
  depositsOf,
  emptyStatement,
  type FillOfCurrency,
  statementOfFills,
  tableIn,
  whole,
} from "../statement/read-rows.ts";
import type { Answers, Format, LeftOut, Question, Source } from "../statement/statement.ts";
import { isPaperAccount } from "./ibkr-flex.ts";

const HEADS = {
  level: /^datadiscriminator$/i,
  asset: /^asset category$/i,
  currency: /^currency$/i,
  symbol: /^symbol$/i,
  at: /^date\/time$/i,
  quantity: /^quantity$/i,
  price: /^t\. price$/i,
  fee: /^comm(?:\/(?:fee|tax)| in [a-z]{3})$/i,
  code: /^code$/i,
} as const;
type Columns = Record<keyof typeof HEADS, Column>;

/** In other languages the columns are those of a statement with all of them; one of several accounts has the account before the symbol. */
const PLACES = { level: 2, asset: 3, currency: 4, symbol: 5, at: 6, quantity: 7, price: 8, fee: 11, code: 15 } as const;
const WIDTH = 16;
const MULTIPLIER = /^(?:m[uú]ltipl|мультипл|множит|乘数|乘數)/i;

/**
 * An activity statement of Interactive Brokers as CSV: sections, of which each row says the section's name and what it is (`Header`, `Data`, `SubTotal`,
 * `Total`). The trades have a head for each kind of asset. Names of sections and columns are in the account's language, and the words for the
 * kinds of rows are English. An order and its executions both stand in it where both are asked for; the orders count then. A quantity has the sign of
 * its side, a commission is negative where it costs, and the value of a contract stands in the section about instruments.
 *
 * Source: Interactive Brokers, Reporting Reference, "Trades", https://www.ibkrguides.com/reportingreference/reportguide/trades_default.htm,
 * "Financial Instrument Information" and "Codes" of the same
 */
export const ibkrActivity: Format = {
  id: "ibkr_activity",
  platform: "Interactive Brokers",
  detect: (source) => tableIn(source, columnsOf) !== null,
  read(source, answers) {
    const cells = platformCells();
    const leftOut: LeftOut[] = [];
    const sections = tradesIn(source);
    const level = sections.some(({ row, columns }) => levelOf(row, columns) === "order") ? "order" : "trade";
    const multiplierOf = multipliers(source);
    const idOf = contentIds("ia-");
    const asked = new Set<string>();
    const fills = sections.flatMap(({ row, columns }) => {
      if (levelOf(row, columns) !== level) {
        leftOut.push({ line: row.line, reason: "summary_row", text: textOf(row) });
        return [];
      }
      const symbol = cells.text(row, columns.symbol);
      const multiplier = answers.pointValues?.[symbol] ?? multiplierOf(cells.text(row, columns.asset), symbol);
      if (multiplier === null) asked.add(symbol);
      const { at, quantity, price, fee } = columns;
      const named = [columns.symbol, at, quantity, price, fee].map((column) => cells.text(row, column));
      const id = idOf({ line: row.line, cells: named });
      return readFill(row, { columns, cells, id, multiplier: multiplier ?? decimal("1"), leftOut }) ?? [];
    });
    const statement = statementOfFills(fills, { answers, cells, leftOut });
    const account = accountOf(source);
    return {
      ...emptyStatement({ format: "ibkr_activity", platform: "Interactive Brokers" }),
      ...statement,
      account,
      isDemo: account !== null && isPaperAccount(account),
      deposits: depositsOf(paidIn(source, statement.currency)),
      questions: [...statement.questions, ...pointValues(asked, answers)],
    };
  },
};

function pointValues(symbols: ReadonlySet<string>, { pointValues: said }: Answers): Question[] {
  return [...symbols].filter((symbol) => !said?.[symbol]).map((symbol) => ({ ask: "point_value", symbol }));
}

/** The columns of a head of trades; null of another row. */
function columnsOf(row: Row): Columns | null {
  const { cells } = row;
  if (cells[1] !== "Header" || cells[2] !== "DataDiscriminator") return null;
  const named = columnsByName(row, HEADS);
  if (named) return named;
  const shift = cells.length - WIDTH;
  if (shift !== 0 && shift !== 1) return null;
  const places = Object.entries(PLACES).map(([name, place]) => {
    const at = place >= PLACES.symbol ? place + shift : place;
    return [name, { at, name: cells[at] ?? "" }];
  });
  // The places have the names of the columns.
  return Object.fromEntries(places) as Columns;
}

type TradeRow = { row: Row; columns: Columns };

/** The rows of all heads of trades. */
function tradesIn(source: Source): TradeRow[] {
  if (source.kind === "xml") return [];
  const trades: TradeRow[] = [];
  let section: { name: string; columns: Columns | null } = { name: "", columns: null };
  for (const row of source.rows) {
    const [name = "", kind] = row.cells;
    if (kind === "Header") section = { name, columns: columnsOf(row) };
    else if (kind === "Data" && name === section.name && section.columns) {
      trades.push({ row, columns: section.columns });
    }
  }
  return trades;
}

function levelOf({ cells }: Row, { level }: Columns): string {
  return (cells[level.at] ?? "").toLowerCase();
}

function textOf({ cells }: Row): string {
  return cells.filter((cell) => cell !== "").join(" ");
}

type Reading = { columns: Columns; cells: CellReader; id: string; multiplier: Decimal; leftOut: LeftOut[] };

function readFill(row: Row, { columns, cells, id, multiplier, leftOut }: Reading): FillOfCurrency | null {
  const currency = cells.text(row, columns.currency);
  const codes = cells.text(row, columns.code).split(";");
  const [, feeCurrency = currency] = /\b([A-Z]{3})$/.exec(columns.fee.name) ?? [];
  const isOther = feeCurrency !== currency;
  const fee = cells.sum(row, columns.fee);
  if (isOther && fee && fee !== ZERO) {
    leftOut.push({ line: row.line, reason: "other_asset", text: `${fee} ${feeCurrency}` });
  }
  return whole({
    line: row.line,
    id,
    symbol: cells.name(row, columns.symbol),
    side: cells.text(row, columns.quantity).startsWith("-") ? ("Sell" as const) : ("Buy" as const),
    quantity: cells.quantity(row, columns.quantity),
    price: cells.price(row, columns.price),
    at: cells.time(row, columns.at),
    fee: isOther ? ZERO : fee,
    multiplier,
    currency,
    isClosing: codes.includes("C") && !codes.includes("O"),
  });
}

/** The value of a contract by its kind of asset and symbol; one of shares and currencies that is not said, 1. */
function multipliers(source: Source): (asset: string, symbol: string) => Decimal | null {
  const known = new Map<string, Decimal>();
  if (source.kind === "xml") return () => null;
  let head: { name: string; at: number } | null = null;
  for (const { cells } of source.rows) {
    const [name = "", kind, asset = "", symbols = ""] = cells;
    if (kind === "Header") {
      const at = cells.findIndex((cell) => MULTIPLIER.test(cell));
      head = at > 0 ? { name, at } : null;
    } else if (kind === "Data" && head?.name === name) {
      const multiplier = numberWith(cells[head.at] ?? "", ".");
      // Bonds are priced in hundredths of what the multiplier says.
      if (multiplier && !/^bonds?$/i.test(asset)) {
        for (const symbol of symbols.split(", ")) known.set(`${asset}\u001f${symbol}`, multiplier);
      }
    }
  }
  return (asset, symbol) =>
    known.get(`${asset}\u001f${symbol}`) ?? (/^(?:stocks|forex)$/i.test(asset) ? decimal("1") : null);
}

/** What was paid in and out in the currency: `Deposits & Withdrawals,Data,USD,2026-09-01,Electronic Fund Transfer,1000`. */
function paidIn(source: Source, currency: string | null): (Decimal | null)[] {
  if (source.kind === "xml") return [];
  const paid = source.rows.filter(
    ({ cells }) => cells[0] === "Deposits & Withdrawals" && cells[1] === "Data" && cells[2] === currency,
  );
  return paid.map(({ cells }) => numberWith(cells[5] ?? "", "."));
}

/** A number of an account: a letter or two, and digits. */
function accountOf(source: Source): string | null {
  if (source.kind === "xml") return null;
  const said = source.rows.find(({ cells }) => cells.length === 4 && /^[A-Z]{1,2}\d{5,9}$/.test(cells[3] ?? ""));
  return said?.cells[3] ?? null;
}
