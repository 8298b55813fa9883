import { describe, expect, test } from "bun:test";
import { GOLDEN, goldenCsv, goldenHtml, goldenXlsx } from "../../test/golden-reports.ts";
import { profitOf } from "./ledger-trades.ts";
import { readLedgerTrades } from "./use-file-import.ts";

const rules = { timeZone: "Europe/Athens", nowMs: Date.UTC(2026, 3, 3) };
const read = (file: Blob) => readLedgerTrades(file, rules);

/**
 * Read from the report by hand: results include commission and swap; times are shifted by two hours, by three from
 * March 29.
 */
const TRADES = [
  [
    "50900101",
    "XAUUSDm",
    "Buy",
    100_000,
    5170.255,
    5181.905,
    5160,
    "2026-02-27T08:15:30Z",
    "2026-02-27T14:40:02Z",
    11650,
  ],
  ["50900102", "BTCUSDm", "Sell", 10_000, 67120.5, 66020.5, null, "2026-02-27T09:00:00Z", "2026-02-28T07:30:11Z", 740],
  [
    "50900107",
    "US500",
    "Buy",
    1_000_000,
    6850.1,
    6840.1,
    6840.1,
    "2026-03-02T06:00:05Z",
    "2026-03-02T06:45:59Z",
    -1050,
  ],
  ["50900110", "USTECm", "Sell", 200_000, 24990, 24990, 25050, "2026-03-02T07:10:00Z", "2026-03-02T12:00:00Z", 0],
  ["50900115", "ETHUSDm", "Buy", 500_000, 1955.2, 2055.2, 1900, "2026-03-02T22:05:00Z", "2026-03-05T21:59:59Z", 4845],
  ["50900121", "XAUUSDm", "Sell", 50_000, 5201, 5211, 5211, "2026-03-06T13:30:00Z", "2026-03-06T13:31:10Z", -5000],
  [
    "50900130",
    "XAUUSDm",
    "Buy",
    1_000_000,
    5250,
    5262.345,
    null,
    "2026-03-27T20:50:00Z",
    "2026-03-30T07:00:00Z",
    121516,
  ],
  ["50900131", "BTCUSDm", "Buy", 20_000, 68000, 69000, 67500, "2026-03-29T22:00:00Z", "2026-03-30T09:00:00Z", 2000],
  ["50900140", "US500", "Sell", 2_500_000, 6900, 6900.4, null, "2026-04-01T09:00:00Z", "2026-04-01T09:00:00Z", -100],
  ["50900141", "ETHUSDm", "Sell", 30_000, 2100, 2000, 2150, "2026-04-02T04:07:07Z", "2026-04-02T16:20:21Z", 296],
].map(([ticket, symbol, direction, lotMicros, entryPrice, exitPrice, stopPrice, opened, closed, profitCents]) => ({
  ticket,
  symbol,
  direction,
  lotMicros,
  entryPrice,
  exitPrice,
  stopPrice,
  profitCents,
  openedAtMs: Date.parse(String(opened)),
  closedAtMs: Date.parse(String(closed)),
}));

const withoutLines = ({ trades }: Awaited<ReturnType<typeof read>>) => trades.map(({ line: _, ...trade }) => trade);

describe("the ten trades are the same", () => {
  test.each([
    ["csv", GOLDEN.csv],
    ["mt5", GOLDEN.html],
    ["mt5", GOLDEN.xlsx],
  ] as const)("from %s", async (format, path) => {
    const parsed = await read(Bun.file(path));
    expect(parsed).toMatchObject({ format, faults: [], notes: [] });
    expect<object[]>(withoutLines(parsed)).toEqual(TRADES);
    expect(profitOf(parsed.trades)).toBe(134_897);
  });

  test("from a CSV file with commas, quotes, no byte order mark and columns in another order", async () => {
    const swapped = (await (await goldenCsv()).text())
      .split("\r\n")
      .map((line) => line.split(";").map((cell) => (/[,"]/.test(cell) || cell === "US500" ? `"${cell}"` : cell)))
      .map((cells) => cells.toReversed().join(","))
      .join("\n");
    const parsed = await read(new Blob([swapped]));
    expect(parsed).toMatchObject({ format: "csv", faults: [] });
    expect<object[]>(withoutLines(parsed)).toEqual(TRADES);
  });

  test("from HTML in UTF-8, in big-endian UTF-16 and without line ends", async () => {
    const text = (await (await goldenHtml()).bytes()).slice(2);
    const html = new TextDecoder("utf-16le").decode(text);
    const bigEndian = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text).swap16()]);
    for (const file of [new Blob([html]), new Blob([bigEndian]), new Blob([html.replaceAll("\r\n", "")])]) {
      expect<object[]>(withoutLines(await read(file))).toEqual(TRADES);
    }
  });

  test("from a report with commas between thousands", async () => {
    expect<object[]>(withoutLines(await read(await goldenHtml([/(\d) (?=\d{3}[.<])/g, "$1,"])))).toEqual(TRADES);
  });

  test("from a report whose hidden cells are not empty", async () => {
    const hidden = '<td class="hidden" colspan="8">';
    const parsed = await read(await goldenHtml([new RegExp(hidden, "g"), `${hidden}[sl 5 160.000]`]));
    expect<object[]>(withoutLines(parsed)).toEqual(TRADES);
  });
});

test("from a report with titles of another language, and from one that begins with its orders by name", async () => {
  const german = await goldenHtml(
    ["<b>Positions</b>", "<b>Positionen</b>"],
    ["<b>Orders</b>", "<b>Aufträge</b>"],
    ["<b>Deals</b>", "<b>Abschlüsse</b>"],
    ["<b>Results</b>", "<b>Ergebnisse</b>"],
  );
  for (const file of [german, await goldenHtml(["<b>Positions</b>", "<b>Orders</b>"])]) {
    expect<object[]>(withoutLines(await read(file))).toEqual(TRADES);
  }
});

test("a date of a sheet may be a number of days", async () => {
  const sheet = await goldenXlsx("sheet1", [/<c r="A9" s="2" t="s"><v>\d+/, '<c r="A9"><v>46080.4274']);
  const [first] = (await read(sheet)).trades;
  // 2026-02-27 10:15:27.36 by the clock of Athens.
  expect(new Date(first?.openedAtMs ?? 0).toISOString()).toBe("2026-02-27T08:15:27.360Z");
});

test("a trade has the line of the text or the row of the sheet that it came from", async () => {
  const csv = await read(Bun.file(GOLDEN.csv));
  expect(csv.trades.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  const sheet = await read(Bun.file(GOLDEN.xlsx));
  expect(sheet.trades[0]?.line).toBe(9);
  const html = await read(Bun.file(GOLDEN.html));
  const text = new TextDecoder("utf-16le").decode(await Bun.file(GOLDEN.html).bytes()).split("\r\n");
  for (const { line, ticket } of html.trades) {
    expect(text[line - 1]).toContain("<tr");
    expect(text[line + 1]).toContain(ticket);
  }
});

test("a time that the clock showed twice is read as the earlier one, unless that is before the opening", async () => {
  const night = await goldenCsv(
    ["2026.02.27 10:15:30", "2025.10.26 03:30:00"],
    ["2026-02-27 16:40:02", "2025-10-26 03:10:00"],
    [",181", "181"],
  );
  const { trades, notes, faults } = await read(night);
  expect(faults).toEqual([]);
  expect([trades[0]?.openedAtMs, trades[0]?.closedAtMs].map((ms) => new Date(ms ?? 0).toISOString())).toEqual([
    "2025-10-26T00:30:00.000Z",
    "2025-10-26T01:10:00.000Z",
  ]);
  expect(notes.map(({ line, column }) => `${line} ${column}`)).toEqual(["2 close time"]);
  expect(notes[0]?.message).toEndWith("taken as the later one");
});

test("progress is reported, up to 100%", async () => {
  const parts: number[] = [];
  await readLedgerTrades(Bun.file(GOLDEN.html), { ...rules, onProgress: (part) => parts.push(part) });
  expect(parts.at(-1)).toBe(1);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
});

test("a cell of the sheet may contain its text inline", async () => {
  const inline = await goldenXlsx("sheet1", [
    /<c r="C9" s="2" t="s"><v>\d+<\/v><\/c>/,
    '<c r="C9" t="inlineStr"><is><t>XAUUSDm</t></is></c>',
  ]);
  expect<object[]>(withoutLines(await read(inline))).toEqual(TRADES);
});

test("a file whose fills close nothing that it opens has no trade for the ledger", async () => {
  const file = new Blob([
    "Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit,Quote Asset\n",
    "2026-03-01 11:00:00,BTCUSD,SELL,61000,0.1,6100,2.44,USD,100,USD\n",
  ]);
  await expect(read(file)).rejects.toThrow("There is no closed trade in this file");
});
