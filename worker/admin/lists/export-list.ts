import type { SQL, SQLWrapper } from "drizzle-orm";
import * as z from "zod";
import type { Statement } from "../../../db/client.ts";
import { TEXT_MAX } from "../../contract/limits.ts";
import { type AuditDetail, auditListRead } from "../../platform/audit-log-store.ts";
import { countOneIfCaller } from "../../platform/counter-store.ts";
import { type CsvColumns, csvFile } from "../../platform/csv.ts";
import { cutPage, type Page, type PagedRow, type Sort } from "../../platform/paging.ts";
import { plainText } from "../../platform/plain-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";

const EXPORT_PAGE = 2_000;
/** More rows than any list has. */
const ALL_ROWS = Number.MAX_SAFE_INTEGER - 1;

/** The body of every export: why the data leaves the product. */
export const exportBody = z.strictObject({ reason: z.string() });

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
  /** As typed; it is in the audit log. */
  reason: string;
  /** The list's own statement. @param callerId NULL reads nothing */
  select: (callerId: SQL<string>, page: Page<S>) => Statement & SQLWrapper & { readonly _: { readonly result: Row[] } };
  view: (row: Row) => View;
  columns: CsvColumns<View>;
};
type Filter = Record<string, string | number | undefined>;

/**
 * Streams an admin list as a CSV file: the filtered rows in the list's order. Because it exports personal data, it needs a
 * recent second factor and a reason, and the batch of the first page counts towards a limit and writes an audit row: the
 * reason, the filter, and how many rows it finds, whether or not all of them are fetched.
 * @throws AppError `not_signed_in` | `forbidden` | `step_up_required` | `invalid_input` | `too_many_requests`
 */
export function exportList<S extends Sort, Row extends PagedRow<S>, View>(
  scope: Scope,
  { list, filter, sort, reason: typedReason, select, view, columns }: AdminExport<S, Row, View>,
): Promise<ReadableStream<Uint8Array>> {
  const reason = plainText(typedReason, { field: "reason", max: TEXT_MAX.note, lines: "several", isRequired: true });
  const readFirst = async (page: Page<S>) => {
    const { query } = scope.db;
    const nowMs = scope.now();
    const entry = {
      action: "admin.list_exported",
      subject: `list:${list}`,
      // `reason` is a filter of some lists.
      detail: { sort, ...auditDetail(filter), purpose: reason },
    } as const;
    const { rows } = await authorizedBatch(scope, "act", (callerId) => [
      // Comes before its own audit row, so that an export of the audit log does not include itself.
      select(callerId, page),
      ...countOneIfCaller(query, "exportByAdmin", callerId, nowMs),
      auditListRead(query, callerId, entry, select(callerId, { limit: ALL_ROWS, sort }), nowMs),
    ]);
    return rows[0];
  };
  // A long file may outlast the second factor's 15 minutes.
  const { stepUp: _proven, ...access } = scope.access;
  const readNext = async (page: Page<S>) =>
    (await authorizedBatch({ ...scope, access }, "read", (callerId) => [select(callerId, page)])).rows[0];

  const readPage = async (cursor: string | null) => {
    const page = { limit: EXPORT_PAGE, sort, ...(cursor === null ? {} : { cursor }) };
    const { rows, nextCursor } = cutPage<S, Row>(await (cursor === null ? readFirst(page) : readNext(page)), page);
    return { rows: rows.map(view), next: nextCursor };
  };
  return csvFile<View, string>(columns, readPage, scope.settings.OPERATION_TIME_ZONE);
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
