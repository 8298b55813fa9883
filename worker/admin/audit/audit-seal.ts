import type { auditLog } from "../../../db/schema/index.ts";
import { sha256Hex } from "../../platform/secrets.ts";

export type AuditRow = typeof auditLog.$inferSelect;

/** What the first row's seal follows. */
export const FIRST_SEAL = "";

/** The seal of a row of the audit log: SHA-256 over the seal before it and every column. @returns lower-case hex */
export function sealOf(before: string, { sequence, atMs, actor, action, subject, detail }: AuditRow): Promise<string> {
  return sha256Hex(JSON.stringify([before, sequence, atMs, actor, action, subject, detail]));
}
