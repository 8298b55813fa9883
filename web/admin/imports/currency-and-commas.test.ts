import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { goldenCsv, goldenHtml, goldenXlsx } from "../../test/golden-reports.ts";
import { RefusedFile } from "./ledger-trades.ts";
import { readLedgerTrades } from "./use-file-import.ts";

const rules = { timeZone: "Europe/Athens", nowMs: Date.UTC(2026, 11, 1) };
const golden = (name: string) => Bun.file(join(import.meta.dir, "../../imports/golden", name));

/** What is said of a file that is not read at all. */
async function refusalOf(file: Blob): Promise<string> {
  try {
    await readLedgerTrades(file, rules);
    return "it is read";
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return error.message;
  }
}

async function faultsIn(file: Blob): Promise<string[]> {
  const { faults } = await readLedgerTrades(file, rules);
  return faults.map(({ line, column, message }) => `${line}, ${column}: ${message}`);
}

const named = (currency: string) => `The currency is “${currency}”. Only an account in USD can be imported.`;
const UNNAMED = "The file does not say the currency of its account. Only an account in USD can be imported.";

describe("a report that is not in dollars is refused by the name of its currency", () => {
  test.each([
    ["mt5-account-mbtc.html", named("mBTC")],
    ["small/currency-mbtc.html", named("mBTC")],
    ["small/sheet-mbtc.xlsx", named("mBTC")],
    ["small/currency-usdt.html", named("USDT")],
    ["mt5-account-cents.html", named("USC")],
    ["small/currency-none.html", UNNAMED],
  ])("%s", async (name, expected) => {
    expect(await refusalOf(golden(name))).toBe(expected);
  });

  test.each(["usd", "Usd", "US$", "USD2", "UST", "mUSD", "US D", "EUR"])("an account in %s", async (currency) => {
    expect(await refusalOf(await goldenHtml(["(USD,", `(${currency.replace("$", "$$$$")},`]))).toBe(named(currency));
  });

  test("an account whose currency is left out, and a report without an account", async () => {
    expect(await refusalOf(await goldenHtml(["(USD,", "(,"]))).toBe(UNNAMED);
    expect(await refusalOf(await goldenHtml([/50123456&nbsp;\([^<]*\)/, "50123456"]))).toBe(UNNAMED);
    expect(await refusalOf(await goldenXlsx("sharedStrings", ["(USD,", "(mBTC,"]))).toBe(named("mBTC"));
  });

  test("and one in another language is read by the same shape", async () => {
    expect(await refusalOf(golden("small/html-french.html"))).toBe("it is read");
  });

  test("a CSV file that says another currency in any of its lines", async () => {
    const csv = (...currencies: string[]) =>
      new Blob([
        "ticket,symbol,direction,lots,open time,entry price,close time,exit price,profit,currency\n",
        ...currencies.map(
          (currency, i) => `A-${i},US500,Buy,1,2026-09-14 08:00,10,2026-09-14 09:00,11,1,${currency}\n`,
        ),
      ]);
    expect(await refusalOf(csv("USDT", "USDT"))).toBe(named("USDT"));
    const other = (text: string) => [`3, currency: “${text}” is another currency than that of the other lines`];
    expect(await faultsIn(csv("USD", "USDT"))).toEqual(other("USDT"));
    expect(await faultsIn(csv("USD", ""))).toEqual(other(""));
    const { trades, faults } = await readLedgerTrades(csv("USD", "USD"), rules);
    expect([trades.length, faults]).toEqual([2, []]);
  });
});

const head = "ticket;symbol;direction;lots;open time;entry price;close time;exit price;profit";
/** A CSV file of trades of one minute. */
const csvOf = (...trades: { lots?: string; entry?: string; exit?: string; profit?: string }[]) =>
  new Blob([
    [
      head,
      ...trades.map(
        ({ lots = "0.1", entry = "147.215", exit = "147.915", profit = "47" }, i) =>
          `K-${i};USDJPY;Buy;${lots};2026-09-14 08:00:00;${entry};2026-09-14 08:01:00;${exit};${profit}`,
      ),
    ].join("\n"),
  ]);
const unclear = (text: string) =>
  `“${text}” has a comma for thousands or for decimals, and no other number of its column says which. Write decimals with a point.`;
const pricesOf = async (file: Blob) => (await readLedgerTrades(file, rules)).trades.map(({ entryPrice }) => entryPrice);

describe("a comma that may be one of thousands or of decimals", () => {
  test("in a file with three decimals everywhere is refused; decimal commas that every column shows are read", async () => {
    expect(await refusalOf(golden("small/comma-three-places.csv"))).toBe(unclear("147,215"));
    expect(await faultsIn(golden("own-decimal-comma.csv"))).toEqual([]);
  });

  test("is not decided by another column", async () => {
    expect(await refusalOf(csvOf({ entry: "6,702.40", exit: "147,915" }))).toBe(unclear("147,915"));
  });

  test("is refused in a column whose other numbers show nothing, in whatever digits it is written", async () => {
    const plain = { lots: "1", entry: "12", exit: "13" };
    expect(await refusalOf(csvOf({ ...plain, entry: "147,215" }, plain))).toBe(unclear("147,215"));
    expect(await refusalOf(csvOf(plain, { ...plain, entry: "១៤៧,៩១៥" }))).toBe(unclear("១៤៧,៩១៥"));
    expect(await refusalOf(csvOf({ ...plain, lots: "1,000" }))).toBe(unclear("1,000"));
    expect(await refusalOf(csvOf({ ...plain, profit: "-1,250" }))).toBe(unclear("-1,250"));
  });

  test.each(["67120.5", "6,702.40", "1,234,567", "0.123"])("is one of thousands beside %s", async (other) => {
    for (const entries of [["147,215", other] as const, [other, "147,215"] as const]) {
      const file = csvOf(...entries.map((entry) => ({ entry })));
      expect(await faultsIn(file)).toEqual([]);
      expect(await pricesOf(file)).toContain(147_215);
    }
  });

  test("is one of decimals beside a number that can be read so alone, and both marks for decimals are a fault", async () => {
    const plain = { lots: "1", exit: "13" };
    expect(await pricesOf(csvOf({ ...plain, entry: "147,215" }, { ...plain, entry: "6,5" }))).toEqual([147.215, 6.5]);
    expect(await faultsIn(csvOf({ lots: "0.1", entry: "6,5" }))).toEqual([
      "2, entry price: “6,5” is not a number in the form of this file",
    ]);
  });

  test("in a MetaTrader report is one of thousands", async () => {
    expect(await faultsIn(await goldenHtml([/(\d) (?=\d{3}[.<])/g, "$1,"]))).toEqual([]);
    expect(await faultsIn(await goldenCsv([/(\d) (?=\d{3}[.;])/g, "$1,"]))).toEqual([]);
  });
});
