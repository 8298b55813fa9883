import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { decimal, sum } from "../../worker/contract/broker/decimal.ts";
import { UnreadableFile } from "../../worker/contract/files/row.ts";
import { readFile } from "./read-file.ts";
import type { Answers, FormatId, Statement } from "./statement/statement.ts";

async function readGolden(name: string, answers: Answers = {}): Promise<Statement> {
  return readFile(new Uint8Array(await Bun.file(join(import.meta.dir, "golden", name)).arrayBuffer()), answers);
}

function resultOf({ trades }: Statement): string {
  return sum(...trades.flatMap(({ profit, fees, swap }) => [profit, fees, swap]));
}

function isoOf(atMs: number | null | undefined): string | null {
  return atMs === null || atMs === undefined ? null : new Date(atMs).toISOString().slice(0, 19);
}

/** Files as platforms and spreadsheets write them: format, currency, number of trades, and the sum of their results. */
const FILES: readonly [name: string, format: FormatId, currency: string, trades: number, result: string][] = [
  ["mt5-russian.html", "mt5", "USD", 4, "120.9"],
  ["small/html-french.html", "mt5", "USD", 1, "10"],
  ["mt5-account-mbtc.html", "mt5", "mBTC", 4, "120.9"],
  ["small/currency-mbtc.html", "mt5", "mBTC", 1, "10"],
  ["small/sheet-mbtc.xlsx", "mt5", "mBTC", 1, "10"],
  ["small/currency-usdt.html", "mt5", "USDT", 1, "10"],
  ["mt5-account-cents.html", "mt5", "USC", 4, "120.9"],
  ["mt5-tiny-prices.xlsx", "mt5", "USD", 2, "10.9"],
  ["small/number-tiny.csv", "csv", "USD", 1, "1"],
  ["small/number-exponent.csv", "csv", "USD", 1, "1"],
  ["mt5-prefixed-names.xlsx", "mt5", "USD", 4, "120.9"],
  ["small/sheet-prefix.xlsx", "mt5", "USD", 1, "10"],
  ["small/sheet-no-places.xlsx", "mt5", "USD", 1, "10"],
  ["mt4-statement-ansi.htm", "mt4", "USD", 3, "36.77"],
  ["small/ansi.csv", "csv", "USD", 1, "1"],
  ["small/ansi-english-only-name.html", "mt5", "USD", 1, "10"],
  ["ctrader-history.csv", "ctrader", "USD", 3, "32.75"],
  ["binance-spot-trades.csv", "binance_spot", "USDT", 2, "3.0631896"],
  ["ibkr-flex.xml", "ibkr_flex", "USD", 3, "461.635054"],
  ["own-sep-line.csv", "csv", "USD", 2, "-39.95"],
  ["own-tabs-unicode-text.txt", "csv", "USD", 2, "-39.95"],
  ["own-decimal-comma.csv", "csv", "USD", 2, "-39.95"],
  ["own-more-columns.csv", "csv", "USD", 2, "-39.95"],
  ["small/sep-line.csv", "csv", "USD", 1, "1"],
  ["small/tabs.txt", "csv", "USD", 1, "1"],
  ["small/empty-column.csv", "csv", "USD", 1, "1"],
  ["small/number-leading-point.csv", "csv", "USD", 1, "1"],
  ["small/number-dollar.csv", "csv", "USD", 1, "1"],
  ["small/time-with-ms.csv", "csv", "USD", 1, "1"],
  ["small/time-excel.csv", "csv", "USD", 1, "1"],
  ["small/number-profit-third-place.csv", "csv", "USD", 1, "1.005"],
  ["small/zero-exit.csv", "csv", "USD", 1, "-1.25"],
  ["own-new-york-close.csv", "csv", "USD", 3, "70"],
  ["own-same-second.csv", "csv", "USD", 7, "50.85"],
  ["own-drawdown.csv", "csv", "USD", 3, "8400"],
  ["small/drawdown-over-100.csv", "csv", "USD", 2, "-50"],
];

test.each(FILES)("%s is read exactly, with nothing to ask", async (name, format, currency, count, result) => {
  const statement = await readGolden(name);
  expect(statement).toMatchObject({ format, currency, faults: [], questions: [] });
  expect(statement.trades).toHaveLength(count);
  expect(resultOf(statement)).toBe(result);
});

describe("of single files", () => {
  test("prices keep all of their digits", async () => {
    const { trades } = await readGolden("mt5-tiny-prices.xlsx");
    expect(trades.map(({ entryPrice, exitPrice }) => [entryPrice, exitPrice])).toEqual([
      [decimal("0.00000731"), decimal("0.00000802")],
      [decimal("0.00000073"), decimal("0.00000069")],
    ]);
  });

  test("a comma before three digits is asked for where its column does not say what it is", async () => {
    const asked = await readGolden("small/comma-three-places.csv");
    expect(asked.questions).toEqual([{ ask: "decimal_mark", line: 2, text: "147,215" }]);
    const [trade] = (await readGolden("small/comma-three-places.csv", { decimalMark: "," })).trades;
    expect(trade).toMatchObject({ quantity: "0.1", entryPrice: "147.215", exitPrice: "147.915" });
  });

  test("a name in a code page of Windows keeps its letters", async () => {
    expect((await readGolden("small/ansi.csv")).trades[0]?.symbol).toBe("Börse");
  });

  test("the statement of MetaTrader 4 adds up to its own sum; deposits and cancelled orders are no trades", async () => {
    const statement = await readGolden("mt4-statement-ansi.htm");
    expect(statement.statedTotal).toBe(decimal("36.77"));
    expect(statement.leftOut.map(({ reason }) => reason)).toEqual(["balance", "cancelled", "totals", "totals"]);
    expect(statement.trades.map(({ ticket, quantity }) => [ticket, quantity])).toEqual([
      ["3300002", decimal("0.1")],
      ["3300005", decimal("0.2")],
      ["3300007", decimal("0.1")],
    ]);
  });

  test("days of cTrader stand before months, and its offset in the head", async () => {
    const { trades, isUtc } = await readGolden("ctrader-history.csv");
    expect(isUtc).toBe(true);
    expect(trades.map(({ opened, closed }) => [opened, isoOf(closed)])).toEqual([
      [null, "2026-09-02T14:47:44"],
      [null, "2026-09-06T11:43:59"],
      [null, "2026-09-10T15:00:12"],
    ]);
  });

  test("two equal fills of a second are two, and what is not sold is open", async () => {
    const { trades, open } = await readGolden("binance-spot-trades.csv");
    expect(trades.map(({ symbol, quantity }) => [symbol, quantity])).toEqual([
      ["SOLUSDT", decimal("0.18")],
      ["SOLUSDT", decimal("0.18")],
    ]);
    expect(new Set(trades.map(({ ticket }) => ticket)).size).toBe(2);
    expect(open).toMatchObject([{ symbol: "PEPEUSDT", quantity: "13679890", entryPrice: "0.00000731" }]);
  });

  test("a position of 240 shares is closed in three parts, one of them with a rebate", async () => {
    const { trades, open } = await readGolden("ibkr-flex.xml");
    expect(trades.map(({ quantity, profit, fees }) => [quantity, profit, fees])).toEqual([
      [decimal("100"), decimal("250"), decimal("-1.102413")],
      [decimal("100"), decimal("250"), decimal("-1.102413")],
      [decimal("40"), decimal("-36"), decimal("-0.16012")],
    ]);
    expect(open).toEqual([]);
  });

  test("a document is not taken for a page by the part of a name at which its beginning ends", async () => {
    const text = await Bun.file(join(import.meta.dir, "golden", "ibkr-flex.xml")).text();
    for (let spaces = 0; spaces < 400; spaces += 1) {
      const moved = text.replace("<Trades>", `${" ".repeat(1_500 + spaces)}<Trades>`);
      expect(readFile(new TextEncoder().encode(moved)).trades).toHaveLength(3);
    }
  });

  test("columns that are not read are named", async () => {
    const { leftOut } = await readGolden("own-more-columns.csv");
    expect(leftOut.map(({ reason, text }) => [reason, text])).toEqual([
      ["other_column", "comment"],
      ["other_column", "magic"],
    ]);
  });

  test("without an account line the currency is asked, and the answer is taken", async () => {
    const asked = await readGolden("small/currency-none.html");
    expect(asked).toMatchObject({ currency: null, questions: [{ ask: "currency" }] });
    const answered = await readGolden("small/currency-none.html", { currency: "EUR" });
    expect(answered).toMatchObject({ currency: "EUR", questions: [] });
  });

  test("the value of a point is asked for each contract, and multiplies the result", async () => {
    const asked = await readGolden("tradingview-paper-orders.csv");
    expect(asked.questions).toEqual([{ ask: "point_value", symbol: "CME_MINI:ES1!" }]);
    expect(asked.leftOut.map(({ reason }) => reason)).toEqual(["not_filled"]);
    const answered = await readGolden("tradingview-paper-orders.csv", {
      pointValues: { "CME_MINI:ES1!": decimal("50") },
    });
    expect(answered.questions).toEqual([]);
    expect(resultOf(answered)).toBe("1200");
  });
});

describe("files that cannot be read say why", () => {
  const textOf = (text: string) => new TextEncoder().encode(text);
  test.each<[string, Uint8Array, string]>([
    ["an empty file", new Uint8Array(), "empty"],
    ["spaces alone", textOf(" \n "), "empty"],
    ["an old spreadsheet", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), "old_excel"],
    ["a PDF", textOf("%PDF-1.7"), "pdf"],
    ["a zip that is cut", new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]), "damaged"],
    ["bytes that are no text", new Uint8Array([1, 0, 0, 2, 0, 0, 0xff, 0]), "not_text"],
    ["other columns", textOf("a,b,c\n1,2,3\n"), "unknown_format"],
    ["a quote that does not end", textOf('ticket,symbol\n"1,2\n'), "quote_open"],
    [
      "a head without trades",
      textOf("ticket,symbol,direction,lots,open time,entry price,close time,exit price,profit\n"),
      "no_trades",
    ],
    [
      "entities that a document declares",
      textOf('<!DOCTYPE x [<!ENTITY a "b">]><html><table></table></html>'),
      "entities",
    ],
    ["tags whose quotes do not end", textOf(`<html>${'<td a="'.repeat(1_000_001)}>`), "damaged"],
    ["a million scripts", textOf(`<html>${"<script></script>".repeat(1_000_000)}`), "unknown_format"],
    ["a row of a million cells", textOf(`a,b\n${",".repeat(1_000_000)}x\n`), "too_many_columns"],
  ])("%s", (_, bytes, code) => {
    let fault: string | null = null;
    try {
      readFile(bytes);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      fault = error.fault.code;
    }
    expect(fault).toBe(code);
  });
});

describe("what was paid in and out is added up, and is no result", () => {
  const after = async (name: string, find: string, rows: string) => {
    const page = await Bun.file(join(import.meta.dir, "golden", name)).text();
    return readFile(new TextEncoder().encode(page.replace(find, `${rows}${find}`)));
  };
  const row = (...cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  const deal = (profit: string) =>
    row("2026.09.01 10:00:00", "1", "", "balance", "", "", "", "", "0.00", "0.00", "0.00", profit, "5 000.00", "By 7");

  test("in a report of MetaTrader 5, by the column of profits", async () => {
    const head = ["Time", "Deal", "Symbol", "Type", "Direction", "Volume", "Price", "Order"];
    const deals = row(...head, "Commission", "Fee", "Swap", "Profit", "Balance", "Comment");
    const movements = [deal("5 000.00"), deal("- 1 250.50"), deal("0.5")].join("");
    const statement = await after("mt5/one-trade.html", "</table>", `${row("Deals")}${deals}${movements}`);
    expect(statement).toMatchObject({ deposits: { in: "5000.5", out: "1250.5" }, trades: [{}], faults: [] });
    const unread = await after("mt5/one-trade.html", "</table>", `${row("Deals")}${deals}${deal("")}`);
    expect(unread.deposits).toBe(null);
  });

  test("in a statement of MetaTrader 4", async () => {
    expect((await readGolden("mt4-statement-ansi.htm")).deposits).toEqual({ in: decimal("1000"), out: decimal("0") });
  });

  test("in an activity statement of Interactive Brokers, of the statement's currency alone", async () => {
    const rows = [
      "Header,Currency,Settle Date,Description,Amount",
      'Data,USD,2026-09-01,Electronic Fund Transfer,"1,000.5"',
      "Data,USD,2026-09-02,Disbursement,-200",
      "Data,EUR,2026-09-02,Electronic Fund Transfer,7",
      "Data,Total,,,800.5",
    ].map((cells) => `Deposits & Withdrawals,${cells}\n`);
    const statement = await after("ibkr-activity/one-trade.csv", "Trades,Header", rows.join(""));
    expect(statement.deposits).toEqual({ in: decimal("1000.5"), out: decimal("200") });
    expect((await readGolden("ibkr-activity/one-trade.csv")).deposits).toBe(null);
  });

  test("a Flex query's deposits and withdrawals of the account's currency are summed, each once", async () => {
    const paid = (currency: string, amount: string, level = "DETAIL", type = "Deposits/Withdrawals") =>
      `<CashTransaction accountId="U1" currency="${currency}" type="${type}" amount="${amount}" levelOfDetail="${level}" />`;
    const golden = await Bun.file(join(import.meta.dir, "golden", "ibkr-flex", "one-trade.xml")).text();
    const withCash = (...lines: string[]) =>
      readFile(
        new TextEncoder().encode(
          golden.replace(
            "</FlexStatement>",
            `<CashTransactions>${lines.join("\n")}</CashTransactions></FlexStatement>`,
          ),
        ),
      ).deposits;
    const lines = [
      paid("USD", "1000.5"),
      paid("USD", "1000.5", "SUMMARY"),
      paid("USD", "-200"),
      paid("EUR", "70"),
      paid("USD", "-3.1", "DETAIL", "Other Fees"),
    ];
    expect(withCash(...lines)).toEqual({ in: decimal("1000.5"), out: decimal("200") });
    expect(withCash(paid("EUR", "70"))).toBe(null);
    // One sum that cannot be read makes the total unknown.
    expect(withCash(paid("USD", "5"), paid("USD", "n/a"))).toBe(null);
  });
});
