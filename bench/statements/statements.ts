import { parseArgs } from "node:util";
import { linesOf } from "../../dev/test/statement-cases.ts";
import { statementMonth } from "../../dev/test/statement-month.ts";
import { matchLines } from "../../worker/bank-statements/match-lines.ts";
import { markdownTable } from "../markdown-table.ts";

/**
 * `bun bench/statements/statements.ts [--lines 100000]`: how long lines of bank statements take to be read and matched, and with how much memory, for a
 * quarter, a half and all of so many, each in a process of its own. A statement has 40,000 lines at most, so more of them are several files.
 */

const { values } = parseArgs({
  options: {
    lines: { type: "string", default: "100000" },
    /** Of a child process: how many it reads and matches. */
    one: { type: "string" },
  },
});

type Measured = { lines: number; transfers: number; readMs: number; matchMs: number; peakMib: number };

/** Lines of one file of a month with deposits and payouts as five to two. */
const LINES_A_FILE = 35_000;

function measureHere(wanted: number): Measured {
  const files = Math.ceil(wanted / LINES_A_FILE);
  const each = wanted / files;
  // 30 of 100 payouts are in batches of 20, so a transfer is about 0.92 lines.
  const sizes = {
    deposits: Math.round((each / 0.92) * (5 / 7)),
    payouts: Math.round((each / 0.92) * (2 / 7)),
    each: 5,
  };
  const months = Array.from({ length: files }, (_, i) => statementMonth(i + 1, sizes));
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const lines = months.map(({ files: { dollars } }) => linesOf(dollars, "aba", "USD"));
  const read = performance.now();
  const found = months.map(({ transfers }, i) => matchLines(lines[i] ?? [], transfers));
  const end = performance.now();
  const named = found.reduce((sum, { differences }) => sum + differences.length, 0);
  // The riel of the wrong currency are in another file, so that those deposits are on no statement.
  if (named !== 40 * files) throw new Error(`${named} differences of ${40 * files}`);
  return {
    lines: lines.reduce((sum, { length }) => sum + length, 0),
    transfers: months.reduce((sum, { transfers }) => sum + transfers.length, 0),
    readMs: read - start,
    matchMs: end - read,
    peakMib: (process.resourceUsage().maxRSS * 1_024 - before) / 2 ** 20,
  };
}

function measureAll(lines: number): void {
  const measured = [0.25, 0.5, 1].map((part): Measured => {
    const child = Bun.spawnSync([process.execPath, import.meta.path, "--one", String(Math.round(lines * part))]);
    if (!child.success) throw new Error(child.stderr.toString());
    return JSON.parse(child.stdout.toString());
  });
  console.info(
    markdownTable(measured, {
      lines: ({ lines }) => lines.toLocaleString("en"),
      transfers: ({ transfers }) => transfers.toLocaleString("en"),
      "read, ms": ({ readMs }) => readMs.toFixed(0),
      "matched, ms": ({ matchMs }) => matchMs.toFixed(0),
      "ms a thousand lines": ({ lines, readMs, matchMs }) => (((readMs + matchMs) / lines) * 1_000).toFixed(1),
      "peak, MiB above the files": ({ peakMib }) => peakMib.toFixed(0),
    }),
  );
}

if (values.one) console.info(JSON.stringify(measureHere(Number(values.one))));
else measureAll(Number(values.lines));
