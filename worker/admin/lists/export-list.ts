import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Statement } from "../../../db/client.ts";
import { mustHold } from "../../../db/guard.ts";
import { type AuditDetail, auditRead } from "../../platform/audit.ts";
import { type CsvColumns, csvFile } from "../../platform/csv.ts";
import { cutPage, type Page, type PagedRow, type Sort } from "../../platform/paging.ts";
import { countWhileWithin, LIMITS } from "../../platform/rate-limit.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";

const EXPORT_PAGE = 2_000;

type AdminExport<S extends Sort, Row extends PagedRow<S>, View> = {
  list:
    | "withdrawals"
    | "exceptions"
    | "deposits"
    | "identities"
    | "imports"
    | "users"
    | "audit"
    | "transfers"
    | "accounts"
    | "entries";
  filter: Filter;
  sort: S;
  /** The statement of the list itself. @param callerId NULL reads nothing */
  select: (callerId: SQL<string>, page: Page<S>) => Statement & { readonly _: { readonly result: Row[] } };
  view: (row: Row) => View;
  columns: CsvColumns<View>;
};
type Filter = Record<string, string | number | undefined>;

/**
 * Any list of the desk as a CSV file: the rows that its filter leaves, in its order. It takes data about people along, so
 * that somebody did is written down in the batch of the first page, which has a limit of its own.
 * @throws AppError `not_signed_in` | `forbidden` | `too_many_requests`
 */
export function exportList<S extends Sort, Row extends PagedRow<S>, View>(
  scope: Scope,
  { list, filter, sort, select, view, columns }: AdminExport<S, Row, View>,
): Promise<ReadableStream<Uint8Array>> {
  const readFirst = async (page: Page<S>) => {
    const { query } = scope.db;
    const nowMs = scope.now();
    const entry = {
      action: "admin.list_exported",
      subject: `list:${list}`,
      detail: { sort, ...inDetail(filter) },
    } as const;
    const { rows } = await authorizedBatch(scope, "act", (callerId) => [
      // Before its own mark: a file of the audit log has what the log had.
      select(callerId, page),
      countWhileWithin(query, exporter(callerId), LIMITS.exportByAdmin, nowMs),
      mustHold(query, "too_many_requests", sql`${callerId} IS NULL OR changes() = 1`),
      auditRead(query, callerId, entry, nowMs),
    ]);
    return rows[0];
  };
  const readOn = async (page: Page<S>) =>
    (await authorizedBatch(scope, "read", (callerId) => [select(callerId, page)])).rows[0];

  return csvFile<View, string>(columns, async (cursor) => {
    const page = { limit: EXPORT_PAGE, sort, ...(cursor === null ? {} : { cursor }) };
    const { rows, nextCursor } = cutPage<S, Row>(await (cursor === null ? readFirst(page) : readOn(page)), page);
    return { rows: rows.map(view), next: nextCursor };
  });
}

/** The key under which an admin's files are counted; nobody's for a stranger. */
function exporter(callerId: SQL<string>): SQL {
  return sql`SELECT key FROM (SELECT 'exportByAdmin:' || ${callerId} AS key) WHERE key IS NOT NULL`;
}

/** The parts of a filter that hold what somebody typed for a person: the log outlives the account they may name. */
const NAMES: ReadonlySet<string> = new Set(["user", "search", "who", "about"]);

/** What of a list was taken along, as the audit log keeps it. */
function inDetail(filter: Filter): AuditDetail {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]): [string, string | number][] => {
      if (value === undefined) return [];
      if (NAMES.has(name)) return [[name, "given"]];
      if (typeof value === "string") return [[name, value]];
      return /Amount$/.test(name) ? [[`${name}Cents`, value]] : [[name, new Date(value).toISOString()]];
    }),
  );
}
