import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { decimal, sum } from "../../worker/contract/broker/decimal.ts";
import { type FileClock, UTC_CLOCK } from "../../worker/contract/broker/file-clock.ts";
import { momentsOf, tradeMoments } from "../../worker/contract/files/clock-moments.ts";
import { UnreadableFile } from "../../worker/contract/files/row.ts";
import { UnmappedFile } from "./mapping/unmapped-file.ts";
import { readFile } from "./read-file.ts";
import type { Answers, FormatId, LeftOutReason, Statement } from "./statement/statement.ts";

/** What is to be understood of a file; a word is the reason of a refusal. */
type Outcome =
  | string
  | {
      trades: number;
      /** The sum of all results, costs included. */
      result: string;
      currency: string | null;
      open?: number;
      leftOut?: LeftOutReason[];
      faults?: number;
      asks?: string[];
      answers?: Answers;
      /** By which the closings are the moments `closed`. */
      clock?: FileClock;
      closed?: string[];
    };

const BROKER: FileClock = { kind: "new_york_close" };
const NEW_YORK: FileClock = { kind: "zone", timeZone: "America/New_York" };
const usd = { currency: "USD" } as const;
const points = (symbol: string, value: string): Answers => ({ pointValues: { [symbol]: decimal(value) } });
const strategy: Answers = { symbol: "TEST" };

/** 23:30 on the broker's clock before and after both changes of New York. */
const BROKER_CHANGES = {
  ...{ trades: 4, result: "40", currency: "USD", clock: BROKER },
  closed: ["2026-03-06T21:30", "2026-03-09T20:30", "2026-10-30T20:30", "2026-11-02T21:30"],
};
/** 15:30 in New York before and after its change. */
const NEW_YORK_CHANGES = {
  ...{ trades: 2, result: "20", currency: "USD", clock: NEW_YORK },
  closed: ["2026-03-06T20:30", "2026-03-09T19:30"],
};
/** UTC has no changes: these are in the hour that Europe leaves out, and in the one that it has twice. */
const UTC_CHANGES = {
  ...{ trades: 2, result: "20", clock: UTC_CLOCK },
  closed: ["2026-03-29T01:30", "2026-10-25T01:30"],
};

const FILES: readonly [format: FormatId, files: readonly [name: string, outcome: Outcome][]][] = [
  [
    "csv",
    [
      ["csv/empty.csv", "no_trades"],
      ["csv/one-trade.csv", { trades: 1, result: "9.5", ...usd }],
      ["csv/partial-close.csv", { trades: 2, result: "-6.1", ...usd }],
      ["csv/clock-change.csv", BROKER_CHANGES],
      ["csv/german-spreadsheet.csv", { trades: 1, result: "5.63", ...usd }],
      ["csv/damaged.csv", "quote_open"],
    ],
  ],
  [
    "mt5",
    [
      ["mt5/empty.html", "no_trades"],
      ["mt5/one-trade.html", { trades: 1, result: "86.3", ...usd }],
      ["mt5/partial-close.html", { trades: 1, result: "-16.55", open: 1, ...usd }],
      ["mt5/clock-change.html", BROKER_CHANGES],
      ["mt5/chinese.html", { trades: 1, result: "86.3", ...usd }],
      ["mt5/german.xlsx", { trades: 1, result: "86.3", currency: "EUR" }],
      ["mt5/damaged.html", "cut"],
    ],
  ],
  [
    "mt4",
    [
      ["mt4/empty.htm", "no_trades"],
      ["mt4/one-trade.htm", { trades: 1, result: "49.3", ...usd }],
      ["mt4/partial-close.htm", { trades: 2, result: "-10.95", open: 1, ...usd }],
      ["mt4/clock-change.htm", BROKER_CHANGES],
      ["mt4/cyrillic.htm", { trades: 1, result: "49.3", ...usd }],
      ["mt4/damaged.htm", "cut"],
    ],
  ],
  [
    "ctrader",
    [
      ["ctrader/empty.csv", "no_trades"],
      ["ctrader/one-trade.csv", { trades: 1, result: "-87.2", ...usd }],
      ["ctrader/partial-close.csv", { trades: 2, result: "8.8", ...usd }],
      [
        "ctrader/clock-change.csv",
        {
          ...{ trades: 4, result: "40", currency: "USD", clock: UTC_CLOCK },
          closed: ["2026-03-06T23:30", "2026-03-09T23:30", "2026-10-30T23:30", "2026-11-02T23:30"],
        },
      ],
      ["ctrader/euro-account.csv", { trades: 1, result: "8", currency: "EUR" }],
      ["ctrader/damaged.csv", { trades: 0, result: "0", faults: 2, ...usd }],
    ],
  ],
  [
    "binance_spot",
    [
      ["binance-spot/empty.csv", "no_trades"],
      ["binance-spot/one-trade.csv", { trades: 1, result: "19.18", currency: "USDT" }],
      ["binance-spot/partial-close.csv", { trades: 1, result: "4.795", open: 1, currency: "USDT" }],
      ["binance-spot/clock-change.csv", { ...UTC_CHANGES, currency: "USDT" }],
      [
        "binance-spot/two-currencies.csv",
        {
          ...{ trades: 1, result: "0.01", currency: "BTC", answers: { currency: "BTC" } },
          leftOut: ["other_asset", "other_currency", "other_currency"],
        },
      ],
      ["binance-spot/damaged.csv", { trades: 0, result: "0", open: 1, faults: 2, currency: "USDT" }],
    ],
  ],
  [
    "binance_futures",
    [
      ["binance-futures/empty.csv", "no_trades"],
      ["binance-futures/one-trade.csv", { trades: 1, result: "95.16", currency: "USDT" }],
      ["binance-futures/partial-close.csv", { trades: 2, result: "-12.799", open: 1, currency: "USDT" }],
      ["binance-futures/clock-change.csv", { ...UTC_CHANGES, currency: "USDT" }],
      [
        "binance-futures/newer-heads.xlsx",
        { trades: 1, result: "197.52", open: 1, leftOut: ["other_asset"], currency: "USDT" },
      ],
      [
        "binance-futures/opened-before.csv",
        { trades: 1, result: "45.18", leftOut: ["opened_before"], currency: "USDT" },
      ],
      ["binance-futures/damaged.csv", { trades: 0, result: "0", faults: 1, currency: null, asks: ["currency"] }],
    ],
  ],
  [
    "kraken",
    [
      ["kraken/empty.csv", "no_trades"],
      ["kraken/one-trade.csv", { trades: 1, result: "80.64", ...usd }],
      ["kraken/partial-close.csv", { trades: 1, result: "19.93", open: 1, ...usd }],
      ["kraken/clock-change.csv", { ...UTC_CHANGES, ...usd }],
      ["kraken/newer-columns.csv", { trades: 1, result: "33.92", leftOut: ["opened_before"], currency: "EUR" }],
      ["kraken/damaged.csv", "quote_open"],
    ],
  ],
  [
    "ibkr_flex",
    [
      ["ibkr-flex/empty.xml", "no_trades"],
      ["ibkr-flex/one-trade.xml", { trades: 1, result: "47.98", ...usd }],
      ["ibkr-flex/partial-close.xml", { trades: 1, result: "247.8", open: 1, ...usd }],
      ["ibkr-flex/clock-change.xml", NEW_YORK_CHANGES],
      [
        "ibkr-flex/two-currencies.xml",
        { trades: 1, result: "94", leftOut: ["other_currency"], currency: "EUR", answers: { currency: "EUR" } },
      ],
      ["ibkr-flex/damaged.xml", "cut"],
    ],
  ],
  [
    "ibkr_activity",
    [
      ["ibkr-activity/empty.csv", "no_trades"],
      ["ibkr-activity/one-trade.csv", { trades: 1, result: "989.99", ...usd }],
      ["ibkr-activity/partial-close.csv", { trades: 1, result: "247.8", open: 1, ...usd }],
      ["ibkr-activity/clock-change.csv", NEW_YORK_CHANGES],
      ["ibkr-activity/spanish.csv", { trades: 1, result: "17.05", open: 1, currency: "EUR" }],
      [
        "ibkr-activity/executions-forex-and-opened-before.csv",
        { trades: 1, result: "8", open: 1, leftOut: ["summary_row", "other_asset", "opened_before"], ...usd },
      ],
      ["ibkr-activity/damaged.csv", { trades: 0, result: "0", faults: 1, currency: null, asks: ["currency"] }],
    ],
  ],
  [
    "tradingview_paper",
    [
      ["tradingview-paper/empty.csv", "no_trades"],
      ["tradingview-paper/one-trade.csv", { trades: 1, result: "50", asks: ["point_value"], ...usd }],
      [
        "tradingview-paper/partial-close.csv",
        { trades: 1, result: "500", open: 1, answers: points("CME_MINI:ES1!", "50"), ...usd },
      ],
      ["tradingview-paper/clock-change.csv", { ...NEW_YORK_CHANGES, answers: points("NASDAQ:AAPL", "1") }],
      [
        "tradingview-paper/month-first.csv",
        { trades: 1, result: "500", leftOut: ["not_filled"], currency: "EUR", answers: points("XETR:DAX", "25") },
      ],
      ["tradingview-paper/damaged.csv", { trades: 0, result: "0", faults: 1, ...usd }],
    ],
  ],
  [
    "tradingview_strategy",
    [
      ["tradingview-strategy/empty.csv", "no_trades"],
      ["tradingview-strategy/one-trade.csv", { trades: 1, result: "30", asks: ["symbol"], ...usd }],
      ["tradingview-strategy/partial-close.csv", { trades: 2, result: "20", answers: strategy, ...usd }],
      ["tradingview-strategy/clock-change.csv", { ...NEW_YORK_CHANGES, answers: strategy }],
      [
        "tradingview-strategy/newest-heads.csv",
        { trades: 1, result: "-266.67853", open: 1, currency: "USDT", answers: strategy },
      ],
      ["tradingview-strategy/several-sheets.xlsx", { trades: 1, result: "30", currency: "EUR", answers: strategy }],
      ["tradingview-strategy/damaged.csv", { trades: 0, result: "0", faults: 2, answers: strategy, ...usd }],
    ],
  ],
  [
    "mapped",
    [
      ["mapped/empty.csv", "no_trades"],
      ["mapped/one-trade.csv", { trades: 1, result: "48", answers: usd, ...usd }],
      [
        "mapped/partial-close.csv",
        { trades: 1, result: "381.74", open: 1, answers: { currency: "EUR" }, currency: "EUR" },
      ],
      ["mapped/clock-change.csv", { ...NEW_YORK_CHANGES, answers: usd }],
      ["mapped/khmer-trades.csv", { trades: 1, result: "49.3", answers: usd, ...usd }],
      ["mapped/russian-sheet.xlsx", { trades: 1, result: "69.89", currency: "RUB" }],
      ["mapped/damaged.csv", { trades: 0, result: "0", open: 1, faults: 3, currency: null, asks: ["currency"] }],
    ],
  ],
];

/** Reads a file; a table of no known form by the mapping that its heads propose, as a person would who changes nothing. */
async function readGolden(name: string, answers: Answers = {}): Promise<Statement> {
  const bytes = await Bun.file(join(import.meta.dir, "golden", name)).bytes();
  try {
    return readFile(bytes, answers);
  } catch (error) {
    if (!(error instanceof UnmappedFile) || answers.mapping) throw error;
    return readFile(bytes, { ...answers, mapping: { ...error.table.proposal, pricesAreOfUnits: true } });
  }
}

function closedAt({ trades }: Statement, clock: FileClock): string[] {
  const moments = momentsOf(clock);
  const closings = trades.map((trade) => tradeMoments(trade, moments)?.closedAtMs ?? 0);
  return closings.toSorted((a, b) => a - b).map((atMs) => new Date(atMs).toISOString().slice(0, 16));
}

describe.each(FILES)("%s", (format, files) => {
  test.each(files)("%s", async (name, outcome) => {
    if (typeof outcome === "string") {
      const refusal = await readGolden(name).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(UnreadableFile);
      expect(refusal).toMatchObject({ fault: { code: outcome } });
      return;
    }
    const { clock, closed = [], answers = {}, ...expected } = outcome;
    const statement = await readGolden(name, answers);
    expect(statement.format).toBe(format);
    expect({
      trades: statement.trades.length,
      result: sum(...statement.trades.flatMap(({ profit, fees, swap }) => [profit, fees, swap])) as string,
      currency: statement.currency,
      open: statement.open.length,
      leftOut: statement.leftOut.map(({ reason }) => reason),
      faults: statement.faults.length,
      asks: statement.questions.map(({ ask }) => ask as string),
    }).toEqual({ open: 0, leftOut: [], faults: 0, asks: [], ...expected });
    expect(clock ? closedAt(statement, clock) : []).toEqual(closed);
  });
});

test("each format has an empty file, one trade, a partial close, a change of clocks, another dialect and a damaged file", () => {
  for (const [, files] of FILES) expect(files.length).toBeGreaterThanOrEqual(6);
});

test("a file of several currencies asks for one of them, and another answer is none", async () => {
  const found = ["USDT", "BTC"];
  for (const answers of [{}, usd]) {
    const { currency, questions } = await readGolden("binance-spot/two-currencies.csv", answers);
    expect({ currency, questions }).toEqual({ currency: null, questions: [{ ask: "currency", found }] });
  }
});

test("a symbol in the letters of a code page that the file does not name is read", async () => {
  expect((await readGolden("mt4/cyrillic.htm")).trades[0]?.symbol).toBe("Сбербанк");
});

test("an account for practice is known by its number", async () => {
  expect(await readGolden("ibkr-activity/spanish.csv")).toMatchObject({ account: "DU1234567", isDemo: true });
  expect(await readGolden("ibkr-activity/one-trade.csv")).toMatchObject({ account: "U1234567", isDemo: false });
});
