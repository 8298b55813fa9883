import { answer, api } from "../../state/api.ts";
import { type ListQuery, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type { AuditCheck, AuditEntry } from "./audit-types.ts";

/** API calls of the audit log. Each @throws ApiError | NetworkError */

const { audit } = api.admin;

/** One page of audit entries. @param cursor where the page before ended; null for the first page */
export async function fetchAudit(query: ListQuery, cursor: string | null): Promise<ListRows<AuditEntry>> {
  const { entries, nextCursor } = await answer(audit.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows: entries, nextCursor };
}

/**
 * Verifies one range of the audit log against its seals. @param after sequence where the range before ended; 0 starts
 */
export async function checkAudit(after: number): Promise<AuditCheck> {
  return (await answer(audit.check.$get({ query: { after: String(after) } }))).check;
}
