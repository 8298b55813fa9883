import type { InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { pagesOf } from "../core/call-parts.ts";

/** API calls of the audit log, and their types. Money in dollars, times ISO 8601. */

const { audit } = api.admin;

export const fetchAudit = pagesOf(audit.$get, "entries");

/**
 * Verifies one range of the audit log against its seals. @param after sequence where the range before ended; 0 starts
 * @throws ApiError | NetworkError
 */
export async function checkAudit(after: number, signal: AbortSignal): Promise<AuditCheck> {
  return (await answer(audit.check.$get({ query: { after: String(after) } }, { init: { signal } }))).check;
}

export type AuditEntry = InferResponseType<typeof audit.$get>["entries"][number];
export type AuditCheck = InferResponseType<typeof audit.check.$get>["check"];
