import type { auditLog } from "../../../db/schema/index.ts";
import { sha256Hex } from "../../platform/secrets.ts";

/** A row of the audit log. */
export type AuditRow = typeof auditLog.$inferSelect;

/** The previous seal for the first row. */
export const FIRST_SEAL = "";

/** The seal of an audit row: SHA-256 over the previous seal and every column. @returns lower-case hex */
export function sealOf(
  previousSeal: string,
  { sequence, atMs, actor, action, subject, detail }: AuditRow,
): Promise<string> {
  return sha256Hex(JSON.stringify([previousSeal, sequence, atMs, actor, action, subject, detail]));
}
