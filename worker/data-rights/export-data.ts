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
  const { rows } = await authorizedBatch(scope, "poll", (callerId) => [
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
  const pages = pagesFrom(scope, rows.slice(1) as Place[][]);
  const chunks = format === "json" ? jsonDocument(pages, nowMs) : csvArchive(pages);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function* pagesFrom(scope: Scope, firsts: readonly Place[][]): AsyncGenerator<DataPage> {
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
}
