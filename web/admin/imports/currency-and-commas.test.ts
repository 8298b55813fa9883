import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { goldenCsv, goldenHtml, goldenXlsx } from "../../test/golden-reports.ts";
import { parseFile } from "./parse-file.ts";
import { UnreadableFile } from "./source-row.ts";

const rules = { timeZone: "Europe/Athens", nowMs: Date.UTC(2026, 11, 1), onProgress: () => {} };
const golden = (name: string) => Bun.file(join(import.meta.dir, "golden", "as-they-come", name));

/** What is said of a file that is not read at all. */
async function refusalOf(file: Blob): Promise<string> {
  try {
    await parseFile(file, rules);
    return "it is read";
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return error.message;
  }
}

async function faultsIn(file: Blob): Promise<string[]> {
  const { faults } = await parseFile(file, rules);
  return faults.map(({ line, column, message }) => `${line}, ${column}: ${message}`);
}

const named = (currency: string) => `The currency is “${currency}”. Only an account in USD can be imported.`;
const UNNAMED = "The report does not say the currency of its account. Only an account in USD can be imported.";

describe("a report that is not in dollars is refused by the name of its currency", () => {
  test.each([
    ["mt5-account-mbtc.html", named("mBTC")],
    ["currency-mbtc.html", named("mBTC")],
    ["sheet-mbtc.xlsx", named("mBTC")],
    ["currency-usdt.html", named("USDT")],
    ["mt5-account-cents.html", named("USC")],
    ["currency-none.html", UNNAMED],
  ])("%s", async (name, expected) => {
    expect(await refusalOf(golden(name))).toBe(expected);
  });

  test.each(["usd", "Usd", "US$", "USD2", "UST", "mUSD", "US D", "EUR"])("an account in %s", async (currency) => {
    expect(await refusalOf(await goldenHtml(["(USD,", `(${currency.replace("$", "$$$$")},`]))).toBe(named(currency));
  });

  test("an account whose currency is left out, and a report without an account", async () => {
    expect(await refusalOf(await goldenHtml(["(USD,", "(,"]))).toBe(UNNAMED);
    expect(await refusalOf(await goldenHtml(["Account:", "Konto:"]))).toBe(UNNAMED);
    expect(await refusalOf(await goldenXlsx("sharedStrings", ["(USD,", "(mBTC,"]))).toBe(named("mBTC"));
  });

  test("but one in another language is told to switch to English, not that it says no currency", async () => {
    expect(await refusalOf(golden("html-french.html"))).toMatch(/^Positions have no column .* set to English/);
  });

  test("a CSV file that says another currency in any of its lines", async () => {
    const csv = (...currencies: string[]) =>
      new Blob([
        "ticket,symbol,direction,lots,open time,entry price,close time,exit price,profit,currency\n",
        ...currencies.map(
          (currency, i) => `A-${i},US500,Buy,1,2026-09-14 08:00,10,2026-09-14 09:00,11,1,${currency}\n`,
        ),
      ]);
    expect(await refusalOf(csv("USD", "USDT"))).toBe(named("USDT"));
    expect(await refusalOf(csv("USD", ""))).toBe(named(""));
    const { trades, faults, currency } = await parseFile(csv("USD", "USD"), rules);
    expect([trades.length, faults, currency]).toEqual([2, [], "USD"]);
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
const unclear = (text: string) => `“${text}” has a comma for thousands or for decimals: this column does not say which`;

describe("a comma that may be one of thousands or of decimals", () => {
  test("in a file with three decimals everywhere is refused, and so are all decimal commas", async () => {
    expect(await faultsIn(golden("comma-three-places.csv"))).toEqual([
      "2, lots: “0,100” is not a number with a decimal point",
      `2, entry price: ${unclear("147,215")}`,
      `2, exit price: ${unclear("147,915")}`,
    ]);
    expect((await faultsIn(golden("own-decimal-comma.csv"))).length).toBeGreaterThan(0);
  });

  test("is refused in a column whose other numbers show nothing, in whatever digits it is written", async () => {
    const file = csvOf({ entry: "147,215" }, { entry: "1.500" }, { entry: "12" }, { entry: "១៤៧,៩១៥" });
    expect(await faultsIn(file)).toEqual([
      `2, entry price: ${unclear("147,215")}`,
      `5, entry price: ${unclear("១៤៧,៩១៥")}`,
    ]);
    expect(await faultsIn(csvOf({ lots: "1,000" }))).toEqual([`2, lots: ${unclear("1,000")}`]);
    expect(await faultsIn(csvOf({ profit: "-1,250" }))).toEqual([`2, profit: ${unclear("-1,250")}`]);
  });

  test.each(["67120.5", "6,702.40", "1,234,567", "0.123"])(
    "is one of thousands beside %s in its column",
    async (other) => {
      for (const entries of [["147,215", other] as const, [other, "147,215"] as const]) {
        const { trades, faults } = await parseFile(csvOf(...entries.map((entry) => ({ entry }))), rules);
        expect(faults).toEqual([]);
        expect(trades.map(({ entryPrice }) => entryPrice)).toContain(147_215);
      }
    },
  );

  test("is not decided by another column", async () => {
    expect(await faultsIn(csvOf({ entry: "6,702.40", exit: "147,915" }))).toEqual([
      `2, exit price: ${unclear("147,915")}`,
    ]);
  });

  test("in a MetaTrader report with commas between thousands is read as before", async () => {
    expect(await faultsIn(await goldenHtml([/(\d) (?=\d{3}[.<])/g, "$1,"]))).toEqual([]);
    expect(await faultsIn(await goldenCsv([/(\d) (?=\d{3}[.;])/g, "$1,"]))).toEqual([]);
  });
});
