import type { SQL } from "drizzle-orm";
import type { Statement } from "../../../db/client.ts";
import { type AuditDetail, auditRead } from "../../platform/audit-log-store.ts";
import { countOneIfCaller } from "../../platform/counter-store.ts";
import { type CsvColumns, csvFile } from "../../platform/csv.ts";
import { cutPage, type Page, type PagedRow, type Sort } from "../../platform/paging.ts";
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
  /** The list's own statement. @param callerId NULL reads nothing */
  select: (callerId: SQL<string>, page: Page<S>) => Statement & { readonly _: { readonly result: Row[] } };
  view: (row: Row) => View;
  columns: CsvColumns<View>;
};
type Filter = Record<string, string | number | undefined>;

/**
 * Streams an admin list as a CSV file: the filtered rows in the list's order. Because it exports personal data, the
 * batch of the first page writes an audit row and counts towards a limit.
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
      detail: { sort, ...auditDetail(filter) },
    } as const;
    const { rows } = await authorizedBatch(scope, "act", (callerId) => [
      // Comes before its own audit row, so that an export of the audit log does not include itself.
      select(callerId, page),
      ...countOneIfCaller(query, "exportByAdmin", callerId, nowMs),
      auditRead(query, callerId, entry, nowMs),
    ]);
    return rows[0];
  };
  const readNext = async (page: Page<S>) =>
    (await authorizedBatch(scope, "read", (callerId) => [select(callerId, page)])).rows[0];

  return csvFile<View, string>(columns, async (cursor) => {
    const page = { limit: EXPORT_PAGE, sort, ...(cursor === null ? {} : { cursor }) };
    const { rows, nextCursor } = cutPage<S, Row>(await (cursor === null ? readFirst(page) : readNext(page)), page);
    return { rows: rows.map(view), next: nextCursor };
  });
}

/**
 * Filters that may contain a typed name or address. Their values are not logged, because the audit log outlives the
 * account.
 */
const NAMES: ReadonlySet<string> = new Set(["user", "search", "who", "about"]);

/** The filter of an export, as the audit log stores it. */
function auditDetail(filter: Filter): AuditDetail {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]): [string, string | number][] => {
      if (value === undefined) return [];
      if (NAMES.has(name)) return [[name, "given"]];
      if (typeof value === "string") return [[name, value]];
      return /Amount$/.test(name) ? [[`${name}Cents`, value]] : [[name, new Date(value).toISOString()]];
    }),
  );
}
