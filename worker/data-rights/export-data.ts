import { iso } from "../contract/iso-time.ts";
import { type TerminalRecord, terminalKey } from "../contract/terminal/terminal-changes.ts";
import type { LogRow } from "../demo/account-log-store.ts";
import { demoAccountOf } from "../demo/tell-demo-account.ts";
import { auditRead, ownAccount } from "../platform/audit-log-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { csvArchive } from "./csv-archive.ts";
import type { DataPage } from "./data-table.ts";
import { jsonDocument } from "./json-document.ts";
import { DATA_TABLES } from "./personal-data.ts";
import type { Place } from "./personal-data-store.ts";

/** How many rows of each table the first round trip reads; for most users that is all. */
const FIRST_ROWS = 1_000;
const ROWS = 5_000;
/** A row of the demo account's log has an input with its quotes and all of its events. */
const DEMO_ROWS = 500;
/** A drawing is some 300 bytes. */
const TERMINAL_ROWS = 2_000;

/**
 * Streams all data about the caller, as JSON or as a ZIP archive of CSV files. It is read page by page, so that a
 * million trades are never all in memory. The export is audited.
 *
 * The first pages are read before the response starts, so that a caller without access gets an error response and not
 * half a file.
 * @throws AppError `not_signed_in` | `step_up_required`
 */
export async function exportData(scope: Scope, format: "json" | "csv"): Promise<ReadableStream<Uint8Array>> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { caller, rows } = await authorizedBatch(scope, "poll", (callerId) => [
    auditRead(
      query,
      callerId,
      { action: "user.data_exported", subject: ownAccount(callerId), detail: { format } },
      nowMs,
    ),
    ...DATA_TABLES.map((table) => table.select(query, callerId, { after: null, limit: FIRST_ROWS })),
  ]);
  // All results after the first are the pages of the tables; the type of a batch cannot express that for a dynamic
  // list.
  const firsts = rows.slice(1) as Place[][];
  const account = demoAccountOf(scope, caller.userId);
  const [log, terminal] = await Promise.all([account.logRows(0, DEMO_ROWS), account.terminalRecords(0, TERMINAL_ROWS)]);
  const demo = { account, log, terminal };
  const pages = pagesFrom(scope, firsts, demo);
  const chunks = format === "json" ? jsonDocument(pages, nowMs) : csvArchive(pages);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function* pagesFrom(
  scope: Scope,
  firsts: readonly Place[][],
  demo: Parameters<typeof demoPages>[0] & Parameters<typeof terminalPages>[0],
): AsyncGenerator<DataPage> {
  for (const [i, table] of DATA_TABLES.entries()) {
    let rows = firsts[i] ?? [];
    for (let limit = FIRST_ROWS; ; limit = ROWS) {
      const last = rows.length < limit ? undefined : rows.at(-1);
      yield { table, records: rows.map(table.record), isFirst: limit === FIRST_ROWS, isLast: !last };
      if (!last) break;
      const page = await authorizedBatch(scope, "read", (callerId) => [
        table.select(scope.db.query, callerId, { after: last, limit: ROWS }),
      ]);
      rows = page.rows[0];
    }
  }
  yield* demoPages(demo);
  yield* terminalPages(demo);
}

/**
 * The log of the demo account, which is kept in an object of its own: every input with its events, from which the engine
 * computes everything else. Both are the engine's JSON, whose numbers docs/demo-engine.md explains.
 */
async function* demoPages(given: {
  account: ReturnType<typeof demoAccountOf>;
  log: readonly LogRow[];
}): AsyncGenerator<DataPage> {
  const table = { name: "demoLog", isOne: false, head: ["number", "at", "input", "events"] };
  let rows = given.log;
  for (let isFirst = true; ; isFirst = false) {
    const last = rows.length < DEMO_ROWS ? undefined : rows.at(-1);
    const records = rows.map(({ number, at, input, events }) => ({ number, at: iso(at), input, events }));
    yield { table, records, isFirst, isLast: !last };
    if (!last) return;
    rows = await given.account.logRows(last.number, DEMO_ROWS);
  }
}

/** Drawings and settings of the terminal, which are kept in the same object, in the order of their last changes. */
async function* terminalPages(given: {
  account: ReturnType<typeof demoAccountOf>;
  terminal: readonly TerminalRecord[];
}): AsyncGenerator<DataPage> {
  const table = { name: "terminal", isOne: false, head: ["entry", "version", "content"] };
  let rows = given.terminal;
  for (let isFirst = true; ; isFirst = false) {
    const last = rows.length < TERMINAL_ROWS ? undefined : rows.at(-1);
    const records = rows.map((row) => ({
      entry: terminalKey(row),
      version: row.version,
      content: JSON.stringify(row.body),
    }));
    yield { table, records, isFirst, isLast: !last };
    if (!last) return;
    rows = await given.account.terminalRecords(last.number, TERMINAL_ROWS);
  }
}
