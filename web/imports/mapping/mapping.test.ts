import { describe, expect, test } from "bun:test";
import { decimal } from "../../../worker/contract/broker/decimal.ts";
import { csvRows } from "../../../worker/contract/files/csv-rows.ts";
import { previewFile, readFile } from "../read-file.ts";
import type { MappedField, Mapping } from "../statement/mapping.ts";
import type { Answers } from "../statement/statement.ts";
import { proposeMapping } from "./propose-mapping.ts";
import { tableOf } from "./source-table.ts";
import { UnmappedFile, type UnmappedTable } from "./unmapped-file.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function tableIn(text: string) {
  const table = tableOf({ kind: "csv", rows: csvRows(text) });
  if (!table) throw new Error("no table");
  return table;
}

/** The fields that are proposed, each with the head of its column. */
function proposalOf(text: string): [kind: Mapping["kind"], Record<string, string>] {
  const table = tableIn(text);
  const { kind, columns } = proposeMapping(table);
  return [kind, Object.fromEntries(Object.entries(columns).map(([field, at]) => [field, table.heads[at] ?? ""]))];
}

function unmapped(text: string, answers: Answers = {}): UnmappedTable {
  try {
    readFile(bytesOf(text), answers);
  } catch (error) {
    if (error instanceof UnmappedFile) return error.table;
    throw error;
  }
  throw new Error("it was read");
}

describe("columns are proposed by their names", () => {
  const fills: [language: string, head: string][] = [
    ["English", "Date,Ticker,Action,Shares,Fill Price,Commission"],
    ["Khmer", "ពេលវេលា,និមិត្តសញ្ញា,ទិសដៅ,បរិមាណ,តម្លៃ,កម្រៃ"],
    ["German", "Zeit,Wertpapier,Richtung,Stück,Kurs,Gebühr"],
    ["French", "Heure,Symbole,Sens,Quantité,Prix,Frais"],
    ["Spanish", "Fecha y hora,Símbolo,Lado,Cantidad,Precio,Comisión"],
    ["Portuguese", "Data/Hora,Ativo,Lado,Quantidade,Preço,Taxa"],
    ["Russian", "Время,Инструмент,Направление,Объём,Цена,Комиссия"],
    ["Chinese", "成交时间,合约,方向,数量,成交价,手续费"],
  ];
  test.each(fills)("fills in %s", (_, head) => {
    const [time, symbol, side, quantity, price, fee] = head.split(",");
    const row = "2026-09-01 10:00,AAPL,Buy,10,100.5,-1";
    expect(proposalOf(`${head}\n${row}\n`)).toEqual(["fills", { time, symbol, side, quantity, price, fee } as never]);
  });

  test("closed trades, whose times and prices have one name each", () => {
    const text = "Ticket,Time,Type,Volume,Symbol,Price,Time,Price,Profit\n1,2026-09-01,buy,1,A,2,2026-09-02,3,1\n";
    const { kind, columns } = proposeMapping(tableIn(text));
    expect([kind, columns]).toEqual([
      "trades",
      { id: 0, opened: 1, side: 2, quantity: 3, symbol: 4, entryPrice: 5, closed: 6, exitPrice: 7, profit: 8 },
    ]);
  });

  test.each<[head: string, row: string, columns: Record<string, string>]>([
    [
      "Date,Symbol,Side,Qty,Entry,Exit,P/L",
      "2026-09-01,EURUSD,Buy,1,1.1,1.2,10",
      {
        closed: "Date",
        symbol: "Symbol",
        side: "Side",
        quantity: "Qty",
        entryPrice: "Entry",
        exitPrice: "Exit",
        profit: "P/L",
      },
    ],
    [
      "Open,Close,Symbol,Side,Qty,Avg Entry,Avg Exit",
      "2026-09-01 10:00,2026-09-01 11:00,EURUSD,Buy,1,1.1,1.2",
      {
        ...{ opened: "Open", closed: "Close", symbol: "Symbol", side: "Side", quantity: "Qty" },
        ...{ entryPrice: "Avg Entry", exitPrice: "Avg Exit" },
      },
    ],
    [
      "Date In,Date Out,Symbol,Side,Qty,Entry,Exit",
      "2026-09-01 10:00,2026-09-01 11:00,EURUSD,Buy,1,1.1,1.2",
      {
        ...{ opened: "Date In", closed: "Date Out", symbol: "Symbol", side: "Side", quantity: "Qty" },
        ...{ entryPrice: "Entry", exitPrice: "Exit" },
      },
    ],
    // What it lacks is asked for.
    [
      "Symbol,Side,Qty,Entry Time,Exit Time,Price",
      "EURUSD,Buy,1,2026-09-01 10:00,2026-09-01 11:00,1.2",
      {
        opened: "Entry Time",
        closed: "Exit Time",
        symbol: "Symbol",
        side: "Side",
        quantity: "Qty",
        exitPrice: "Price",
      },
    ],
  ])("closed trades by two prices or two times: %s", (head, row, columns) => {
    expect(proposalOf(`${head}\n${row}\n`)).toEqual(["trades", columns]);
  });

  test("a currency and brackets behind a name do not matter, and a net result is known as such", () => {
    const text =
      "Symbol,Direction,Qty,Entry price (USD),Exit price USD,Exit time (UTC),Net P&L USD\nA,Long,1,2,3,2026-09-02,1\n";
    expect(proposalOf(text)).toEqual([
      "trades",
      {
        symbol: "Symbol",
        side: "Direction",
        quantity: "Qty",
        entryPrice: "Entry price (USD)",
        exitPrice: "Exit price USD",
        closed: "Exit time (UTC)",
        profit: "Net P&L USD",
      },
    ]);
    expect(proposeMapping(tableIn(text)).profitIsNet).toBe(true);
  });

  test("rows above the head are of the account, and the head is the widest row of names", () => {
    const { heads, rows } = tableIn("Account,123\n\nTime,Symbol,Side,Qty,Price\n2026-09-01,A,Buy,1,2\n");
    expect([heads, rows.length]).toEqual([["Time", "Symbol", "Side", "Qty", "Price"], 1]);
  });
});

const FILLS = `Fecha;Hora;Activo;Operación;Cantidad;Precio;Comisión
14/09/2026;10:00:00;SAN;Compra;100;4,25;1,50
15/09/2026;11:30:00;SAN;Venta;40;4,50;0,60
16/09/2026;09:00:00;SAN;Venta;cuarenta;4,60;0,60
Total;;;;;;2,10
`;

function mapped(text: string, changes: Partial<Mapping> = {}): Answers & { mapping: Mapping } {
  const { proposal } = unmapped(text);
  return { currency: "EUR", mapping: { ...proposal, ...changes } };
}

test("a table of no known format is handed on with its first rows and a proposal", () => {
  const { heads, rows, rowCount, proposal, missing } = unmapped(FILLS);
  expect(heads).toEqual(["Fecha", "Hora", "Activo", "Operación", "Cantidad", "Precio", "Comisión"]);
  expect([rows.length, rowCount, missing]).toEqual([4, 4, []]);
  expect(proposal).toMatchObject({ kind: "fills", columns: { date: 0, time: 1 }, costsArePositive: true });
});

test("fills are paired; a cost without a sign is one, a day stands beside its time, and a line that is not read is named", () => {
  const statement = readFile(bytesOf(FILLS), mapped(FILLS, { pricesAreOfUnits: true }));
  expect(statement).toMatchObject({
    format: "mapped",
    currency: "EUR",
    questions: [],
    faults: [{ line: 4, column: "Cantidad", text: "cuarenta", fault: "not_number" }],
    leftOut: [{ line: 5, reason: "totals" }],
    open: [{ symbol: "SAN", quantity: "60", fees: "-0.9" }],
  });
  expect(statement.trades).toMatchObject([{ quantity: "40", profit: "10", fees: "-1.2" }]);
  expect(new Date(statement.trades[0]?.opened ?? 0).toISOString()).toBe("2026-09-14T10:00:00.000Z");
});

test("the value of a point is asked where a table states no results", () => {
  const { questions } = readFile(bytesOf(FILLS), mapped(FILLS));
  expect(questions).toEqual([{ ask: "point_value", symbol: "SAN" }]);
  const answers = { ...mapped(FILLS), pointValues: { SAN: decimal("10") } };
  expect(readFile(bytesOf(FILLS), answers).trades).toMatchObject([{ profit: "100" }]);
});

test("a net result has its costs taken out, so that they are not counted twice", () => {
  const text =
    "Symbol,Side,Qty,Entry price,Exit price,Close time,Net profit,Fee,Swap\nA,Buy,1,2,13,2026-09-02,8,2,-1\n";
  const [trade] = readFile(bytesOf(text), mapped(text)).trades;
  expect(trade).toMatchObject({ profit: "11", fees: "-2", swap: "-1" });
});

test("a table of several currencies is asked for one of them, and the rows of the others are left out by name", () => {
  const text = "Time,Symbol,Side,Qty,Price,Currency\n2026-09-01,A,Buy,1,2.5,EUR\n2026-09-02,B,Buy,1,3.5,USD\n";
  const answers = mapped(text, { pricesAreOfUnits: true });
  for (const currency of ["", "GBP"]) {
    const { currency: read, questions } = readFile(bytesOf(text), { ...answers, currency });
    expect({ read, questions }).toEqual({ read: null, questions: [{ ask: "currency", found: ["EUR", "USD"] }] });
  }
  const chosen = readFile(bytesOf(text), { ...answers, currency: "USD" });
  expect(chosen).toMatchObject({ currency: "USD", questions: [], open: [{ symbol: "B" }] });
  expect(chosen.leftOut).toEqual([{ line: 2, reason: "other_currency", text: "EUR" }]);
});

test("a table of one symbol, whose sides are signs, needs a column of neither", () => {
  const text = "Time (UTC),Quantity,Price\n2026-09-01 10:00,2,100\n2026-09-02 10:00,-2,110\n";
  expect(unmapped(text).missing).toEqual(["symbol"]);
  const answers = { ...mapped(text, { pricesAreOfUnits: true }), symbol: "GOLD" };
  expect(readFile(bytesOf(text), answers)).toMatchObject({ isUtc: true, trades: [{ symbol: "GOLD", profit: "20" }] });
});

test("a preview has the first lines as they are read, by what the whole column says", () => {
  const text = "Time,Symbol,Side,Qty,Price\n02/09/2026,A,Buy,1,1\nx,A,Sell,1,1\n13/09/2026,A,Sell,1,1\n";
  const { lines, questions } = previewFile(bytesOf(text), mapped(text, { pricesAreOfUnits: true }), 2);
  expect(questions).toEqual([]);
  expect(lines.map(({ line, faults }) => [line, faults.map(({ fault }) => fault)])).toEqual([
    [2, []],
    [3, ["not_time"]],
  ]);
  expect(lines[0]?.read).toMatchObject({ at: Date.UTC(2026, 8, 2), side: "Buy" });
});

test.each<[what: string, change: (mapping: Mapping) => Mapping]>([
  ["made for other heads", (mapping) => ({ ...mapping, heads: mapping.heads.with(0, "Datum") })],
  ["that lacks a needed column", (mapping) => ({ ...mapping, columns: without(mapping.columns, "price") })],
])("a mapping %s is not used: the table is handed on again", (_, change) => {
  const { proposal } = unmapped(FILLS);
  expect(unmapped(FILLS, { mapping: change(proposal) }).heads).toEqual([...proposal.heads]);
});

function without(columns: Mapping["columns"], left: MappedField): Mapping["columns"] {
  return Object.fromEntries(Object.entries(columns).filter(([field]) => field !== left));
}
