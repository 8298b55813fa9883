import type { AuditAction } from "../../contract/audit-actions.ts";
import { csvLine } from "../../http/csv.ts";
import type { Scope } from "../../http/scope.ts";
import { batchAs } from "../../http/session.ts";
import { cutPage, type Page } from "../desk/desk-page.ts";
import { type AuditFilter, selectAuditPage } from "./audit-store.ts";

type AuditPageRow = Awaited<ReturnType<typeof selectAuditPage>>[number];

/** Who did what, the newest first. */
export async function listAudit(scope: Scope, { cursor, limit, ...filter }: Page & AuditFilter) {
  const { rows, nextCursor } = await readPage(scope, filter, { cursor, limit });
  return { entries: rows.map(auditView), nextCursor };
}

const EXPORT_PAGE = 2_000;
const EXPORT_HEAD = ["Sequence", "Time (UTC)", "Who", "Action", "About", "Detail", "Sealed"];

/** The same as CSV, page by page while it is read. The first page is read before the answer begins, or a stranger got half a file. */
export async function exportAudit(scope: Scope, filter: AuditFilter): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let page = await readPage(scope, filter, { limit: EXPORT_PAGE });
  let head = csvLine(EXPORT_HEAD);
  return new ReadableStream({
    async pull(controller) {
      const lines = page.rows.map(auditView).map(({ _id, at, who, action, subject, detail, isSealed }) => {
        return csvLine([
          _id,
          at,
          who.email ?? who.id,
          action,
          subject,
          JSON.stringify(detail),
          isSealed ? "yes" : "no",
        ]);
      });
      controller.enqueue(encoder.encode(head + lines.join("")));
      head = "";
      if (page.nextCursor === null) controller.close();
      else page = await readPage(scope, filter, { cursor: page.nextCursor, limit: EXPORT_PAGE });
    },
  });
}

async function readPage(scope: Scope, filter: AuditFilter, page: Page) {
  const { rows } = await batchAs(scope, "read", (me) => [selectAuditPage(scope.db.query, me, filter, page)]);
  return cutPage(rows[0], page);
}

function auditView({ id, entry, email, firstName, lastName, isSealed }: AuditPageRow) {
  return {
    _id: id,
    at: new Date(entry.atMs).toISOString(),
    who: { id: entry.actor, email, name: email === null ? null : `${firstName} ${lastName}` },
    // Written by `audit` alone, as is the detail.
    action: entry.action as AuditAction,
    subject: entry.subject,
    detail: JSON.parse(entry.detail) as Record<string, string | number | boolean>,
    isSealed: isSealed === 1,
  };
}
