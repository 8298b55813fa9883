import { expect, test } from "bun:test";
import { join } from "node:path";
import { goldenCsv, goldenHtml, goldenXlsx } from "../../test/golden-reports.ts";
import { RefusedFile } from "./ledger-trades.ts";
import { readLedgerTrades } from "./use-file-import.ts";

/** What our own exports of a demo run are: `worker/trades/demo-report.test.ts` compares them with the product's. */
const OWN = {
  html: join(import.meta.dir, "golden/tonle-demo-run-1.html"),
  csv: join(import.meta.dir, "golden/tonle-demo-run-1.csv"),
};
const html = await Bun.file(OWN.html).text();
const csv = await Bun.file(OWN.csv).text();
const WHY = "These are results of a demo account, which are not money: they cannot be imported.";

/** Why a file is not read; the number of trades when it is. */
async function outcomeOf(file: Blob): Promise<string | number> {
  const rules = { timeZone: "UTC", nowMs: Date.UTC(2026, 3, 3) };
  try {
    const { trades, faults } = await readLedgerTrades(file, rules);
    expect(faults).toEqual([]);
    return trades.length;
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return error.message;
  }
}

/** A part of a text that is taken out; it must be there. */
function without(text: string, part: RegExp): string {
  expect(text).toMatch(part);
  return text.replace(part, "");
}

const HEAD = /<head>[\s\S]*<\/head>\n/;
const REPORT_TITLE = /<tr[^>]*><th[^>]*><b>Demo: Trade History Report<\/b><\/th><\/tr>\n/;
const ACCOUNT_ROWS = /<tr align="left">[\s\S]*(?=<tr align="center"><th[^>]*><b>Positions)/;
const FIRST_POSITIONS = /<tr align="right"><td>2026[\s\S]*?<\/tr>\n/;

const onlyPositions = () => without(without(without(html, HEAD), REPORT_TITLE), ACCOUNT_ROWS);

test.each<[string, () => Blob]>([
  ["as it is", () => new Blob([html])],
  ["with the name of a broker's report", () => new File([html], "ReportHistory-50123456.html")],
  ["saved again in UTF-16", () => new Blob([new Uint8Array([0xff, 0xfe]), Buffer.from(html, "utf16le")])],
  ["without its head", () => new Blob([without(html, HEAD)])],
  ["without its title", () => new Blob([without(without(html, HEAD), REPORT_TITLE)])],
  ["without the rows about the account", () => new Blob([without(without(html, HEAD), ACCOUNT_ROWS)])],
  ["of which only positions are left", () => new Blob([onlyPositions()])],
  ["of which some positions are left", () => new Blob([without(onlyPositions(), FIRST_POSITIONS)])],
  [
    "that says to be of a real account",
    () =>
      new Blob([
        without(without(html, HEAD), REPORT_TITLE).replace(
          /demo-1 \(.*?\)/,
          "50123456 (USD, Broker-Server, real, Hedge)",
        ),
      ]),
  ],
  ["whose marks are in capitals", () => new Blob([onlyPositions().replaceAll("demo-", "DEMO-")])],
])("our report of a demo run %s is refused, and told why", async (_, file) => {
  expect(await outcomeOf(file())).toBe(WHY);
});

/** The columns that an import has, made of those of our export; what else it has is cut off. */
function asImport(keep: (cells: string[]) => string[]): string {
  const [, ...lines] = csv.trim().split("\r\n");
  const rows = lines.map((line) => keep(line.split(",")).join(","));
  return ["ticket,open time,close time,symbol,direction,lots,entry price,stop price,exit price,profit", ...rows].join(
    "\n",
  );
}

const trimmed = asImport((cells) => [...cells.slice(1, 10), cells[13] ?? ""]);

test.each<[string, string]>([
  ["as it is", csv],
  ["with semicolons", csv.replaceAll(",", ";")],
  ["whose columns were renamed", csv.replace(/^.*/, (head) => head.toLowerCase().replace("symbol", "market"))],
  ["without its first line", without(csv, /^.*\r\n/)],
  ["of which one line is left", csv.split("\r\n").slice(0, 2).join("\r\n")],
  ["that was cut to the columns of an import", trimmed],
])("our CSV file of a demo run %s is refused, and told why", async (_, text) => {
  expect(await outcomeOf(new File([text], "trades.csv"))).toBe(WHY);
});

test("the account of a broker's report decides, in HTML and in a spreadsheet", async () => {
  const changes = ["demo", "Demo", "contest"].map(
    (kind) => [/real,(&nbsp;|\s|\u00a0)Hedge/, `${kind},$1Hedge`] as const,
  );
  for (const change of changes) {
    expect(await outcomeOf(await goldenHtml(change))).toBe(WHY);
    expect(await outcomeOf(await goldenXlsx("sharedStrings", change))).toBe(WHY);
  }
  expect(await outcomeOf(await goldenHtml(["Example-Server", "MetaQuotes-Demo"]))).toBe(WHY);
  expect(await outcomeOf(await goldenCsv(["50900107", "demo-3-1-2"]))).toBe(WHY);
});

test("a real report is read, whoever it is of and however a ticket ends", async () => {
  expect(await outcomeOf(await goldenHtml())).toBe(10);
  expect(await outcomeOf(await goldenHtml([/Bopha Keo/g, "Demo Report"], [/Example Markets/g, "Demo Markets"]))).toBe(
    10,
  );
  expect(await outcomeOf(await goldenCsv(["50900107", "5090-demo-1"], ["50900110", "demo50900110"]))).toBe(10);
});
