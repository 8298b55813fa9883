import { expect, test } from "bun:test";
import { join } from "node:path";

const FROM_LOG = "computed from demoLog, which the export has";
const OF_BOOK = "levels of the trigger book, set from demoLog";
const OF_ALERTS = "alerts of the trigger book, set from priceAlerts; what happened to them is in alertFirings";
const OF_MARKET = "prices, of nobody in particular";
const OF_OPERATION = "the operation's own counts";
const OF_JOURNAL = "copies of rows of the database, for a restore";
const COUNTS = "counts of requests";

/** The tables that Durable Objects keep, each with where the export of a person's data has its rows, or why it has not. */
const OBJECT_TABLES: Record<string, string> = {
  demo_log: "demoLog",
  demo_state: FROM_LOG,
  demo_answers: FROM_LOG,
  account_runs: FROM_LOG,
  demo_levels: FROM_LOG,
  demo_recorded: FROM_LOG,
  demo_refusal: "how often the database refused a run's results",
  demo_closing: "whether the account may have been closed",
  demo_fills: FROM_LOG,
  demo_fills_lost: FROM_LOG,
  demo_fill_memory: FROM_LOG,
  terminal_entries: "terminal",
  terminal_account: "the number of the newest row of terminal",
  terminal_requests: COUNTS,
  book_market: OF_MARKET,
  book_disagreements: OF_MARKET,
  owners: OF_BOOK,
  levels: OF_BOOK,
  trail_groups: OF_BOOK,
  trails: OF_BOOK,
  fired_quotes: OF_BOOK,
  deliveries: OF_BOOK,
  alert_levels: OF_ALERTS,
  alert_moves: OF_ALERTS,
  alert_lowest: OF_ALERTS,
  alert_lines: OF_ALERTS,
  alerts: OF_ALERTS,
  alert_outbox: OF_ALERTS,
  alert_quotes: OF_ALERTS,
  received: "of a bench",
  failures: "of a bench",
  journal_entries: OF_JOURNAL,
  journal_state: OF_JOURNAL,
  minutes: OF_OPERATION,
  services: OF_OPERATION,
  candles: OF_MARKET,
  candle_coverage: OF_MARKET,
  candle_volumes: OF_MARKET,
  feed_quotes: OF_MARKET,
  feed_quotes_seq: OF_MARKET,
  feed_market: OF_MARKET,
  listeners: OF_MARKET,
  tape_listener: OF_MARKET,
  tape_rows: OF_MARKET,
  tape_seals: OF_MARKET,
  tape_shipped: OF_MARKET,
};

test("every table that an object keeps is in the export of a person's data, or left out for a reason", async () => {
  const worker = join(import.meta.dir, "..");
  const files = [...new Bun.Glob("**/*.ts").scanSync(worker)].filter((file) => !file.endsWith(".test.ts"));
  const sources = await Promise.all(files.map((file) => Bun.file(join(worker, file)).text()));
  const created = sources.flatMap((source) =>
    [...source.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(([, table = ""]) => table),
  );
  expect(created.sort()).toEqual(Object.keys(OBJECT_TABLES).sort());
});
