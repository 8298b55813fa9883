import { answer, api } from "../../state/api.ts";
import { type ListQuery, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type { AuditCheck, AuditEntry } from "./audit-types.ts";

/** The calls about the audit log. @throws ApiError | NetworkError, each of them */

const { audit } = api.admin;

export async function fetchAudit(query: ListQuery, cursor: string | null): Promise<ListRows<AuditEntry>> {
  const { entries, nextCursor } = await answer(audit.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows: entries, nextCursor };
}

/** Holds one stretch of the audit log against its seals. @param after where the one before ended; 0 begins */
export async function checkAudit(after: number): Promise<AuditCheck> {
  return (await answer(audit.check.$get({ query: { after: String(after) } }))).check;
}
