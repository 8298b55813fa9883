import type { AuditAction } from "../../contract/audit-actions.ts";
import type { AuditDetail } from "../../platform/audit-log-store.ts";
import type { CsvColumns } from "../../platform/csv.ts";
import { cutPage, type PageRequest, type SortRequest } from "../../platform/paging.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { exportList } from "../lists/export-list.ts";
import { type AuditFilter, selectAuditPage } from "./audit-store.ts";

type AuditPageRow = Awaited<ReturnType<typeof selectAuditPage>>[number];

/** A page of the audit log, newest first by default. */
export async function listAudit(
  scope: Scope,
  { cursor, limit, sort = "newest", ...filter }: PageRequest & AuditFilter,
) {
  const page = { cursor, limit, sort };
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectAuditPage(scope.db.query, callerId, filter, page),
  ]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { entries: shown.map(auditView), nextCursor };
}

const COLUMNS: CsvColumns<ReturnType<typeof auditView>> = [
  ["Sequence", (entry) => entry._id],
  ["Time", (entry) => entry.at, "time"],
  ["Who", (entry) => entry.who.email ?? entry.who.id],
  ["Action", (entry) => entry.action],
  ["About", (entry) => entry.subject],
  ["Detail", (entry) => JSON.stringify(entry.detail)],
  ["Sealed", (entry) => (entry.isSealed ? "yes" : "no")],
];

/** The audit log as a CSV file. */
export function exportAudit(scope: Scope, { sort = "newest", ...filter }: SortRequest & AuditFilter, reason: string) {
  return exportList(scope, {
    list: "audit",
    reason,
    filter,
    sort,
    view: auditView,
    columns: COLUMNS,
    select: (callerId, page) => selectAuditPage(scope.db.query, callerId, filter, page),
  });
}

function auditView({ id, entry, email, firstName, lastName, ownerId, ownerName, isSealed }: AuditPageRow) {
  return {
    _id: id,
    at: new Date(entry.atMs).toISOString(),
    who: { id: entry.actor, email, name: email === null ? null : `${firstName} ${lastName}` },
    // `action` and `detail` are written only by `audit`.
    action: entry.action as AuditAction,
    subject: entry.subject,
    /** The user who owns the subject; null when nobody does, or the subject is gone. */
    owner: ownerId === null || ownerName === null ? null : { id: ownerId, name: ownerName },
    detail: JSON.parse(entry.detail) as AuditDetail,
    isSealed: isSealed === 1,
  };
}
